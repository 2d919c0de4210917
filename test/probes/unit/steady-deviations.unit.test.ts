/** Members that a workflow makes otherwise behind some actions, each time, and what explains the states with them. */
import { expect, test } from "vitest";
import type { KnownAction } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import { steadilyOtherwise } from "../../../probes/seen/steady-deviations.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";

const reading: OpenPointValues["state-data"] = { path: [], fold: "shallow-merge", encoding: "json", exact: false };
const act = (actionKey: string, data: JsonObject): KnownAction => {
  return { face: "v2", data, actionKey, groupLabel: "all", files: [] };
};
const ways = [
  [act("lodge", { goods: "tea", weight: 8 }), act("amend", { goods: "rice" }), act("check", { remark: "fine" })],
  [
    act("lodge", { goods: "silk", weight: 3 }),
    act("amend", { goods: "wool", weight: 4 }),
    act("amend", { goods: "oil" }),
  ],
];

type Show = (actions: readonly KnownAction[], face: Face, trace: number) => JsonObject;
const merged: Show = (actions) => Object.assign({}, ...actions.map(({ data }) => data)) as JsonObject;
/** An amendment empties the weight that it leaves out, and no remark is ever shown. */
const computed: Show = (actions) => {
  const last = actions.findLast(({ actionKey }) => actionKey !== "check")?.data as JsonObject;
  return { goods: last["goods"] ?? null, weight: last["weight"] ?? null, checks: 1 };
};

const found = (show: Show, fewest = 1) =>
  steadilyOtherwise(
    ways.flatMap((way, trace) =>
      way.flatMap((_, at) =>
        faces.map((face): SeenState => {
          const actions = way.slice(0, at + 1);
          const state = show(actions, face, trace);
          return { face, source: `${face}TraceState`, traceId: String(trace), reader: "first", state, actions };
        }),
      ),
    ),
    reading,
    fewest,
  );

test("what an amendment empties each time, and what a check never shows", () => {
  expect(found(computed)).toEqual(["amend", "check"]);
  // One trace alone had a check.
  expect(found(computed, 2)).toEqual([]);
});

test("nothing where the rule is followed, or broken at times alone or through one face", () => {
  expect(found(merged)).toEqual([]);
  expect(found((actions, face, trace) => (trace === 0 ? computed : merged)(actions, face, trace))).toEqual([]);
  expect(found((actions, face, trace) => (face === "v2" ? computed : merged)(actions, face, trace))).toEqual([]);
});
