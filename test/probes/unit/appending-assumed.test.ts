/** Workflows of which the configuration only says what creates traces: the target shows whether anything is appended. */
import { expect, test } from "vitest";
import { gatingReading } from "../../../probes/process/learnt/gating.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import { input, serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

/** What is found where one action is configured, which creates, after it was appended once. */
async function ofOneAction(refuses: Refuses, assumed: boolean) {
  const action = { key: "open", groupLabel: "all", creates: true, appends: true };
  const actions = [{ ...action, ...(assumed ? { isAppendingAssumed: true as const } : {}) }];
  const own: JudgingTarget = { ...target, workflows: [{ id: "1", actions }] };
  const { send, exchanges, asker } = serviceThat(refuses);
  const created = send({ op: "create", face: "v2", ...input("open") });
  const { data: trace } = created.response?.json?.value as { data: string };
  send({ op: "act", face: "v2", trace, ...input("open") });
  const histories = (): History[] => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
  const { gating } = await gatingReading({ ...asker, target: own, histories, pin: () => undefined }, 0);
  return gating.value;
}

const whateverIsAppended: Refuses = ({ op }) => op === "act";

test("where nothing is taken that may be appended, a trace is its creation alone", async () => {
  const value = await ofOneAction(whateverIsAppended, true);
  expect(value).toMatchObject({ gating: "ordered", workflows: { "1": { mostActions: 1 } } });
});

test("what is said to be appended, and is never taken, is no process", async () => {
  expect(await ofOneAction(whateverIsAppended, false)).toBeUndefined();
});

test("what is taken is appended like others", async () => {
  expect(await ofOneAction(() => false, true)).toEqual({ gating: "free" });
});

/** What is found where every appended action is refused in these words, and the configuration says no data. */
async function ofRefusedData(told: (data: JsonObject) => string) {
  const { exchanges, asker } = serviceThat(whateverIsAppended);
  const run = async (title: string, steps: Parameters<typeof asker.run>[1]) =>
    (await asker.run(title, steps)).map((exchange) => {
      const { intent, response } = exchange;
      const value = response?.json?.value as { error: string | null };
      if (intent.kind === "act") value.error = told(intent.data as JsonObject);
      return exchange;
    });
  const histories = (): History[] => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
  await run("one", [
    { op: "create", face: "v2", as: "t", ...input("open") },
    { op: "act", face: "v2", trace: "$t", ...input("note") },
  ]);
  const { gating } = await gatingReading({ ...asker, run, target, histories, pin: () => undefined }, 0);
  return gating;
}

test("where each action asks for data of which nobody knows, nothing is said to be refused for no reason", async () => {
  const { value, evidence } = await ofRefusedData(({ kind }) =>
    kind === undefined ? "kind is missing" : "kind is none of those that are allowed",
  );
  expect(value).toMatchObject({ gating: "unclear", workflows: { "1": { paths: [["open"]] } } });
  expect(evidence).toContain("note and assess asked for data");
  expect((await ofRefusedData(() => "kind is missing")).value).toBeUndefined();
});
