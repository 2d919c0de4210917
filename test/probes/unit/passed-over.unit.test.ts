/** Actions whose data a state of the latest data passes over. */
import { expect, test } from "vitest";
import { passedOverIn, withPassedOver } from "../../../probes/process/shown/passed-over.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import type { KnownAction } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Json } from "../../../spec/json.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";

const latest: OpenPointValues["state-data"] = { path: ["last"], fold: "replace", encoding: "json", exact: true };
const act = (actionKey: string, number: number): KnownAction => {
  return { face: "v2", data: { number, of: actionKey }, actionKey, groupLabel: "all", files: [] };
};
type Show = (actions: readonly KnownAction[], face: Face) => Json | undefined;

const ofVisits: Show = (actions) => actions.findLast(({ actionKey }) => actionKey === "visit")?.data;
const ofAll: Show = (actions) => actions.at(-1)?.data;

const log = [act("visit", 1), act("visit", 2), act("retire", 3)];
const stateOf = (show: Show, actions: readonly KnownAction[], face: Face): Json => {
  const last = show(actions, face);
  return last === undefined ? {} : { last };
};
const statesShown = (show: Show): readonly SeenState[] =>
  log.flatMap((_, at) =>
    (["v2", "legacy"] as const).map((face): SeenState => {
      const actions = log.slice(0, at + 1);
      const state = stateOf(show, actions, face);
      return { face, source: `${face}TraceState`, traceId: "1", reader: "first", state, actions };
    }),
  );

test("those that no state shows when they came last, where each shows the latest of the others", () => {
  expect(passedOverIn(statesShown(ofVisits), latest)).toEqual(["retire"]);
  expect(passedOverIn(statesShown(ofVisits), { ...latest, fold: "shallow-merge" })).toEqual([]);
});

test.each<[string, Show]>([
  ["each is shown", ofAll],
  ["one face shows them", (actions, face) => (face === "v2" ? ofAll : ofVisits)(actions, face)],
  ["the state is empty afterwards", (actions) => (actions.length === 3 ? undefined : ofAll(actions, "v2"))],
  ["what came before is older", (actions) => (actions.length === 3 ? actions[0]?.data : ofAll(actions, "v2"))],
  ["the same action is shown at another time", (actions) => actions[actions.length === 2 ? 0 : 1]?.data],
])("none where %s", (_, show) => {
  expect(passedOverIn(statesShown(show), latest)).toEqual([]);
});

const remarked = [act("visit", 1), act("remark", 2), act("visit", 3)];
const besideIt = (isKept: (at: number, face: Face) => boolean): readonly SeenState[] =>
  remarked.flatMap((_, at) =>
    (["v2", "legacy"] as const).map((face): SeenState => {
      const actions = remarked.slice(0, at + 1);
      const last = actions.findLast(({ actionKey }) => actionKey === "visit")?.data ?? null;
      const remarks = actions.flatMap(({ actionKey, data }) =>
        actionKey === "remark" && isKept(at, face) ? [data] : [],
      );
      return { face, source: `${face}TraceState`, traceId: "1", reader: "first", state: { last, remarks }, actions };
    }),
  );

test("where data are combined, those that the state has elsewhere, each time and through both faces", () => {
  const merged = { ...latest, fold: "shallow-merge" } as const;
  expect(
    passedOverIn(
      besideIt(() => true),
      merged,
    ),
  ).toEqual(["remark"]);
  expect(
    passedOverIn(
      besideIt((at) => at < 2),
      merged,
    ),
  ).toEqual([]);
  expect(
    passedOverIn(
      besideIt((_, face) => face === "v2"),
      merged,
    ),
  ).toEqual([]);
});

/** What is believed where so many traces end so, and are shown so when they are read. */
async function foundOn(traces: number, show: Show) {
  const ids = Array.from({ length: traces }, (_, at) => `trace-${String(at)}`);
  const exchanges = ids.flatMap((traceId) =>
    log.map(({ data, actionKey, groupLabel }, at) => {
      const kind = at === 0 ? { kind: "create" } : { kind: "act", traceId };
      const intent = { ...kind, workflow: 0, actionKey, groupLabel, data, files: [] };
      const operationId = at === 0 ? "legacyCreateTrace" : "v2AppendAction";
      const value = at === 0 ? traceId : { error: null, data: traceId };
      return { face: "v2", operationId, intent, sentAtMs: at, response: { status: 200, json: { value } } };
    }),
  );
  const ask = (_: string, questions: readonly { readonly step: { readonly face?: Face } }[]) =>
    Promise.resolve(
      questions.map(({ step: { face = "v2" } }) => {
        const state = stateOf(show, log, face);
        const value = face === "v2" ? { error: null, data: { state } } : { state };
        return {
          face,
          operationId: `${face}TraceState`,
          intent: { kind: "state" },
          response: { status: 200, json: { value } },
        };
      }),
    );
  const context = { ask, histories: () => [{ exchanges }] } as unknown as ProbeContext;
  const { found, states } = await withPassedOver({ value: latest, evidence: "" }, statesShown(ofVisits), context);
  return [found.value?.passedOver, states.at(-1)?.actions.length];
}

test("believed where two traces show it again through both faces", async () => {
  expect(await foundOn(2, ofVisits)).toEqual([["retire"], 2]);
  expect(await foundOn(1, ofVisits)).toEqual([undefined, 3]);
  expect(await foundOn(2, (actions, face) => (face === "v2" ? ofAll : ofVisits)(actions, face))).toEqual([
    undefined,
    3,
  ]);
});
