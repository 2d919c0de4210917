/** Actions that take back what the action before them brought, told by the states behind them. */
import { expect, test } from "vitest";
import { takenBackBy } from "../../../probes/process/shown/taken-back.ts";
import type { KnownAction } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";

const reading: OpenPointValues["state-data"] = { path: [], fold: "shallow-merge", encoding: "json", exact: true };
const act = (actionKey: string, data: JsonObject): KnownAction => {
  return { face: "v2", data, actionKey, groupLabel: "all", files: [] };
};
const open = act("open", { word: "a" });
const undo = act("undo", { why: "wrong" });
const step = (word: string) => act("step", { word, [word]: true });
const merged = (actions: readonly KnownAction[]) => Object.assign({}, ...actions.map(({ data }) => data)) as JsonObject;

/** Each `undo` takes back the step before it. */
function taken(actions: readonly KnownAction[]): readonly KnownAction[] {
  return actions.reduce<readonly KnownAction[]>(
    (left, one) => (one.actionKey === "undo" ? left.slice(0, Math.max(1, left.length - 1)) : [...left, one]),
    [],
  );
}

const ways = [
  [open, step("b"), undo],
  [open, step("b"), step("c"), undo, undo, step("d"), undo],
];

function seen(show: (actions: readonly KnownAction[], face: Face) => JsonObject): readonly SeenState[] {
  return ways.flatMap((way, trace) =>
    way.flatMap((_, at) =>
      faces.map((face): SeenState => {
        const actions = way.slice(0, at + 1);
        const state = show(actions, face);
        return { face, source: `${face}TraceState`, traceId: String(trace), reader: "first", state, actions };
      }),
    ),
  );
}

test("each state behind one is that before the step, whatever came in between", () => {
  expect(
    takenBackBy(
      seen((actions) => merged(taken(actions))),
      reading,
    ),
  ).toEqual(["undo"]);
});

test("none where states keep what was sent, lose it each time, or through one face alone", () => {
  expect(takenBackBy(seen(merged), reading)).toEqual([]);
  const passesOver = (actions: readonly KnownAction[]) =>
    merged(actions.filter(({ actionKey }) => actionKey !== "undo"));
  expect(takenBackBy(seen(passesOver), reading)).toEqual([]);
  const throughOne = (actions: readonly KnownAction[], face: Face) => merged(face === "v2" ? taken(actions) : actions);
  expect(takenBackBy(seen(throughOne), reading)).toEqual([]);
});
