/** States that show something else once a trace has ended: believed where both faces show it again, on fresh traces. */
import { expect, test } from "vitest";
import { replacedAfter } from "../../../probes/process/shown/endings.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const target: JudgingTarget = {
  name: "by hand",
  access: "read-write",
  workflows: [{ id: "1", name: "Claims", actions: [action("open", true), action("note"), action("close")] }],
  timeoutMs: 1_000,
  searchLagMs: 0,
};
const profileWith = (ends: readonly string[]): Profile => ({
  readings: { "action-gating": { value: { gating: "ordered", workflows: { "1": { ends } } }, evidence: "by hand" } },
});
const id = "0b7e9d0c-0000-4000-8000-000000000001";

/** What a service shows of a trace that has ended. */
type Shows = (data: JsonObject, face: Face, number: number) => JsonObject;

/** A service that shows the data of all actions, and something else after `close`. */
async function found(
  shows: Shows,
  ends = ["close"],
  links: (all: readonly Json[]) => readonly Json[] = (all) => all,
  forms: Readonly<Record<string, JsonObject>> = {},
) {
  const actions = (target.workflows[0]?.actions ?? []).map((one) =>
    forms[one.key] ? { ...one, dataSchema: forms[one.key] } : one,
  );
  const described = { ...target, workflows: [{ id: "1", name: "Claims", actions }] };
  let [sent, traces]: [{ key: string; data: JsonObject }[], number] = [[], 0];
  const answer = (step: OperationStep): Exchange => {
    const { op, face } = step;
    if (op === "create") [sent, traces] = [[], traces + 1];
    if (op === "create" || op === "act") sent.push({ key: step.action ?? "", data: step.data });
    const data = Object.assign({}, ...sent.map((one) => one.data)) as JsonObject;
    const state = sent.some(({ key }) => key === "close") ? shows(data, face, traces) : data;
    const pages = { links: links(sent.map((one) => one.data)), totalCount: sent.length, info: {} };
    const isId = op === "create" || (op === "act" && face === "v2");
    const payload: Json = isId ? id : op === "details" ? pages : { state };
    const kinds = { create: "CreateTrace", act: "AppendAction", details: "TraceDetails", state: "TraceState" };
    const write = op === "create" || op === "act" ? { workflow: 0, actionKey: step.action, data: step.data } : {};
    const value = face === "v2" ? { error: null, data: payload } : payload;
    return {
      operationId: `${face}${kinds[op as keyof typeof kinds]}`,
      face,
      intent: { kind: op, ...(op === "create" ? {} : { traceId: id }), ...write },
      response: { status: 200, headers: {}, bytes: 0, json: { value } },
    } as unknown as Exchange;
  };
  const act = { op: "act", face: "legacy", trace: id, data: { tcMark: "a~b~c1" } } as const;
  const seen: readonly OperationStep[] = [
    { op: "create", face: "v2", action: "open", data: { tcMark: "a~b~c0" } },
    { ...act, action: "note" },
    { ...act, action: "close" },
  ];
  const run = (_title: string, steps: readonly unknown[]) =>
    Promise.resolve(steps.map((step) => answer(step as OperationStep)));
  return replacedAfter({ run, runId: "run", target: described }, profileWith(ends), seen.map(answer));
}

const summary = { closed: true };

test("a summary that both faces show, on each trace that ends, is believed", async () => {
  expect(await found(() => summary)).toEqual({ "1": ["close"] });
});

test("so is one after an action whose data have no mark", async () => {
  const close = {
    ...{ type: "object", required: ["isAudited"], properties: { isAudited: { type: "boolean" } } },
    additionalProperties: false,
  };
  expect(
    await found(
      () => summary,
      ["close"],
      (all) => all,
      { close },
    ),
  ).toEqual({ "1": ["close"] });
});

test.each<[string, Shows]>([
  ["nothing in place of the data", () => ({})],
  ["a summary through one face alone", (data, face) => (face === "legacy" ? summary : data)],
  ["another summary through the other face", (_, face) => ({ [face]: true })],
  ["a summary of one trace and not of the next", (data, _, number) => (number === 1 ? summary : data)],
  ["a summary beside a part of the data", ({ tcMark = null }) => ({ ...summary, tcMark })],
])("%s is not", async (_, shows) => {
  expect(await found(shows)).toBeUndefined();
});

test("nor is a summary of a trace that may go on, or whose links show no data either", async () => {
  expect(await found(() => summary, ["never"])).toBeUndefined();
  expect(
    await found(
      () => summary,
      ["close"],
      (all) => all.map(() => ({})),
    ),
  ).toBeUndefined();
});
