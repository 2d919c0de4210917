/** Numbers and flags that a target counts for the states of a process. */
import { expect, test } from "vitest";
import { ownNumbers } from "../../../probes/seen/own-numbers.ts";
import type { KnownTrace } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import type { JsonObject } from "../../../spec/json.ts";

const action = { face: "v2", data: { units: 7 }, actionKey: "ship", groupLabel: "all", files: [] } as const;
const actions = [{ key: "ship", groupLabel: "all", creates: true, appends: true }];
const workflows = [{ id: "1", actions }];

function found(show: (at: number) => JsonObject, count = 4) {
  const states = Array.from({ length: count }, (_, at): SeenState => ({
    ...{ face: "v2", source: "v2TraceState", traceId: "t", reader: "first", state: show(at), actions: [action] },
  }));
  const traces = new Map([["t", { traceId: "t", workflow: 0, actions: [action], createdAtMs: 0 } as KnownTrace]]);
  return ownNumbers(states, traces, { workflows });
}

test("counts and flags that have several values in turn, those first that were nought", () => {
  expect(found((at) => ({ facts: { year: 2_020 + at, sent: at, over: at > 1 } }))).toEqual({
    "1": { sent: [0, 1, 2, 3], over: [false, true], year: [2_020, 2_021, 2_022, 2_023] },
  });
});

test("those of a list of names and values by their names", () => {
  const record = (at: number): JsonObject[] => [
    { field: "sent", value: at },
    { field: "title", value: "amber" },
  ];
  expect(found((at) => ({ record: record(at) }))).toEqual({ "1": { sent: [0, 1, 2, 3] } });
});

test.each<[string, (at: number) => JsonObject]>([
  ["it is always the same", () => ({ sent: 1 })],
  ["it was sent by this name", (at) => ({ units: at })],
  ["it says whether an action may come", (at) => ({ can: { ship: at > 1 } })],
  ["it has a fraction", (at) => ({ share: at + 0.5 })],
  ["it is another each time", (at) => ({ stamp: 1_000 + at })],
  ["it stands in a list", (at) => ({ parts: [{ sent: at }] })],
  ["it stands at two places", (at) => ({ sent: at, last: { sent: 0 } })],
  ["it is a text", (at) => ({ status: `s${String(at)}` })],
])("none where %s", (_, show) => {
  expect(found(show, 9)).toEqual({});
});
