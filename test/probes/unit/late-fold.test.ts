/** By which rule the data of like actions become one document, where plain data told no two rules apart. */
import { expect, test } from "vitest";
import { lateFold } from "../../../probes/process/late/late-fold.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Face } from "../../../spec/operations.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import type { StateFold } from "../../../spec/open-points/state-folds.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues, Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const target: JudgingTarget = {
  name: "by hand",
  access: "read-write",
  workflows: [{ id: "1", name: "Menus", actions: [action("plan", true), action("serve")] }],
  timeoutMs: 1_000,
  searchLagMs: 0,
};
const reading = (fold: StateFold): OpenPointValues["state-data"] => ({
  path: ["menu"],
  fold,
  encoding: "json",
  exact: true,
});
const profileOf = (fold: StateFold, pinned = false): Profile => ({
  readings: { "state-data": { value: reading(fold), evidence: "Seen.", ...(pinned ? { pinned } : {}) } },
});

type Sent = { actionKey: string; groupLabel: string; data: JsonObject; face: Face };

/** A service whose states are as this function makes them of what was sent. */
function serviceOf(stateOf: (sent: readonly Sent[]) => Json) {
  let [sent, index, traces]: [Sent[], number, number] = [[], 0, 0];
  const answer = (step: OperationStep): Exchange => {
    const { op, face } = step;
    if (op === "create") [sent, traces] = [[], traces + 1];
    if (op === "create" || op === "act")
      sent.push({ actionKey: step.action ?? "", groupLabel: "all", data: step.data, face });
    const id = `0b7e9d0c-0000-4000-8000-${String(traces).padStart(12, "0")}`;
    const shown = { state: { menu: stateOf(sent) } };
    const payload: Json = op === "create" || (op === "act" && face === "v2") ? id : shown;
    const name = { create: "CreateTrace", act: "AppendAction", state: "TraceState" }[op as "create" | "act" | "state"];
    const write =
      op === "create" || op === "act"
        ? { workflow: 0, actionKey: step.action, data: step.data, groupLabel: "all", files: [] }
        : {};
    index += 1;
    return {
      ...{ operationId: `${face}${name}`, face, actor: "first", defects: [], traits: [], index, sentAtMs: index },
      receivedAtMs: index,
      intent: { kind: op, ...(op === "create" ? {} : { traceId: id }), ...write },
      response: { status: 200, headers: {}, json: { value: face === "v2" ? { error: null, data: payload } : payload } },
    } as unknown as Exchange;
  };
  const run = (_: string, steps: Script["steps"]) =>
    Promise.resolve(steps.map((step) => answer(step as OperationStep)));
  return { answer, asker: { run, runId: "run", target } };
}

/** What is learnt where a trace got a second action that leaves out what the first of its kind brought. */
async function learnt(
  stateOf: (sent: readonly Sent[]) => Json,
  profile = profileOf("keyed-by-action"),
  of: JudgingTarget = target,
) {
  const { answer, asker: own } = serviceOf(stateOf);
  const asker = { ...own, target: of };
  const act = { op: "act", face: "v2", trace: "t", action: "serve" } as const;
  const exchanges = [
    answer({ op: "create", face: "v2", action: "plan", data: { day: "Monday" } }),
    answer({ ...act, data: { dish: "soup", portions: 4 } }),
    answer({ ...act, data: { dish: "stew" } }),
    answer({ op: "state", face: "v2", trace: "t" }),
  ];
  return lateFold(asker, profile, { exchanges } as unknown as History, exchanges.at(-1) as Exchange);
}

const by = (fold: StateFold) => (sent: readonly Sent[]) => foldState(fold, sent);

test("the rule that explains the same actions through each face is taken, and the known one where it does", async () => {
  expect(await learnt(by("keyed-by-action-shallow-merge"))).toEqual({
    value: reading("keyed-by-action-shallow-merge"),
    evidence:
      "Seen. Traces of the same actions, built through each face, show that the rule is keyed-by-action-shallow-merge, and not keyed-by-action.",
  });
  expect(await learnt(by("keyed-by-action"))).toBeUndefined();
});

test("no rule is taken that one face alone follows, that none explains, or that plain data would have shown", async () => {
  const faulty = (sent: readonly Sent[]) =>
    foldState(sent.at(-1)?.face === "v2" ? "keyed-by-action-shallow-merge" : "keyed-by-action", sent);
  expect(await learnt(faulty)).toBeUndefined();
  expect(
    await learnt((sent) => ({ ...(by("keyed-by-action")(sent) as JsonObject), serve: { dish: "none" } })),
  ).toBeUndefined();
  expect(await learnt(by("keyed-by-action"), profileOf("keyed-by-action-shallow-merge"))).toBeUndefined();
});

test("a service that forgets what came before the last of many follows no rule by that", async () => {
  const forgetful = (sent: readonly Sent[]) =>
    foldState("keyed-by-action-shallow-merge", sent.length < 3 ? sent : [...sent.slice(0, 1), ...sent.slice(-1)]);
  expect(await learnt(forgetful, profileOf("keyed-by-action-shallow-merge"))).toBeUndefined();
});

test("what is learnt of one workflow says nothing of another", async () => {
  const two = {
    ...target,
    workflows: [...target.workflows, { id: "2", name: "Orders", actions: [action("order", true)] }],
  };
  const found = await learnt(by("keyed-by-action-shallow-merge"), profileOf("keyed-by-action"), two);
  expect(found?.value).toEqual({
    ...reading("keyed-by-action"),
    workflows: { "1": reading("keyed-by-action-shallow-merge") },
  });
});

test("what the configuration fixes stays", async () => {
  expect(await learnt(by("keyed-by-action-shallow-merge"), profileOf("keyed-by-action", true))).toBeUndefined();
});
