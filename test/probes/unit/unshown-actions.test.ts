/** Whether a process computes its state: what an action brings stands in no state as it was sent, through neither face. */
import { expect, test } from "vitest";
import type { KnownAction } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import { unshownByBoth, unshownMembers } from "../../../probes/seen/unshown-actions.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";

type Reading = OpenPointValues["state-data"];

const merged: Reading = { path: [], fold: "shallow-merge", encoding: "json", exact: false };
const act = (actionKey: string, data: JsonObject): KnownAction => {
  return { face: "v2", data, actionKey, groupLabel: "all", files: [] };
};

const talks = [act("call", { lot: "Barge", bid: 100 }), act("ask", { price: 360 }), act("note", { text: "Soon" })];
const dataOf = (actions: readonly KnownAction[]) => Object.assign({}, ...actions.map(({ data }) => data)) as JsonObject;
type Show = (actions: readonly KnownAction[], face: Face) => Json;

function statesShown(show: Show): readonly SeenState[] {
  return talks.flatMap((_, at) =>
    (["v2", "legacy"] as const).map((face): SeenState => {
      const actions = talks.slice(0, at + 1);
      return { face, source: `${face}TraceState`, traceId: "1", reader: "first", state: show(actions, face), actions };
    }),
  );
}

const computed: Show = (actions) => ({ lot: "Barge", bid: 100, ...(actions.length > 1 ? { ask: 360 } : {}) });

test("what some actions bring is never shown as it was sent", () => {
  expect(unshownMembers(statesShown(computed), merged)).toEqual([
    { key: "ask", name: "price" },
    { key: "note", name: "text" },
  ]);
});

test("nothing where one face shows it, or where the reading keeps the actions apart", () => {
  expect(unshownMembers(statesShown(dataOf), merged)).toEqual([]);
  const inOneFace: Show = (actions, face) => (face === "v2" ? dataOf(actions) : computed(actions, face));
  expect(unshownMembers(statesShown(inOneFace), merged)).toEqual([]);
  expect(unshownMembers(statesShown(computed), { ...merged, fold: "keyed-by-action" })).toEqual([]);
  expect(unshownMembers(statesShown(computed), { ...merged, path: null })).toEqual([]);
});

test("nothing where the state became something else, whatever it keeps of the first action", () => {
  const closed: Show = (actions) => (actions.length === talks.length ? { closed: true, bid: 100 } : dataOf(actions));
  expect(unshownMembers(statesShown(closed), merged)).toEqual([]);
});

/** Reads of a trace that ends with a note, one through each face. */
function readsShown(show: Show) {
  const answers = (["v2", "legacy"] as const).map((face) => {
    const state = show(talks, face);
    const value = face === "v2" ? { error: null, data: { state } } : { state };
    const operationId = `${face}TraceState` as const;
    return { face, operationId, intent: { kind: "state", traceId: "1" }, response: { status: 200, json: { value } } };
  });
  const trace = { traceId: "1", workflow: 0, actions: talks, createdAtMs: 0 };
  return unshownByBoth([trace], answers as unknown as readonly Exchange[], merged);
}

test("both faces are asked once more: one that shows it, or another state, speaks against it", () => {
  expect(readsShown(computed)).toEqual([{ key: "note", name: "text" }]);
  expect(readsShown(dataOf)).toEqual([]);
  expect(readsShown((actions, face) => (face === "v2" ? dataOf(actions) : computed(actions, face)))).toEqual([]);
  expect(readsShown((actions, face) => ({ ...(computed(actions, face) as JsonObject), face }))).toEqual([]);
});
