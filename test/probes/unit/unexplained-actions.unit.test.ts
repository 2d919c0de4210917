/** Actions behind which states follow no rule, which both faces show on several traces. */
import { expect, test } from "vitest";
import { withoutUnshown } from "../../../probes/process/shown/unshown.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import type { KnownAction } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import { unexplainedActions } from "../../../probes/seen/unexplained-actions.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";

const merged: OpenPointValues["state-data"] = { path: ["book"], fold: "shallow-merge", encoding: "json", exact: true };
const act = (actionKey: string, data: JsonObject): KnownAction => {
  return { face: "v2", data, actionKey, groupLabel: "all", files: [] };
};
const rulings = [act("rule", { word: "a" }), act("rule", { word: "b", more: 1 }), act("strike", { word: "c" })];
const mergeOf = (actions: readonly KnownAction[]) =>
  Object.assign({}, ...actions.map(({ data }) => data)) as JsonObject;

type Show = (actions: readonly KnownAction[], face: Face, trace: string) => Json;

/** `strike` takes back what was ruled last. */
const takesBack: Show = (actions) => {
  const rules = actions.filter(({ actionKey }) => actionKey === "rule");
  return { book: mergeOf(rules.slice(0, rules.length * 2 - actions.length)) };
};

function shown(show: Show, traces: readonly string[] = ["1", "2"], through: readonly Face[] = faces) {
  return traces.flatMap((traceId) =>
    rulings.flatMap((_, at) =>
      through.map((face): SeenState => {
        const actions = rulings.slice(0, at + 1);
        const state = show(actions, face, traceId);
        return { face, source: `${face}TraceState`, traceId, reader: "first", state, actions };
      }),
    ),
  );
}

/** Answers what both faces show of a trace after all of its actions. */
function readingBy(show: Show): ProbeContext {
  const answer = ({ step }: { step: { face: Face; trace: string } }) => {
    const state = show(rulings, step.face, step.trace);
    const value = step.face === "v2" ? { error: null, data: { state } } : { state };
    return { face: step.face, operationId: `${step.face}TraceState`, response: { status: 200, json: { value } } };
  };
  return {
    ask: (_: string, questions: readonly never[]) => Promise.resolve(questions.map(answer)),
    histories: () => [],
    target: { workflows: [] },
  } as unknown as ProbeContext;
}

test("what takes back what another action did is told, and the workflow computes its state", async () => {
  expect(unexplainedActions(shown(takesBack), merged)).toEqual(["strike"]);
  const found = { value: merged, evidence: "seen" };
  const computed = { value: { path: null }, evidence: expect.stringContaining("behind strike") as string };
  expect(await withoutUnshown(found, shown(takesBack), readingBy(takesBack))).toMatchObject(computed);
  // The probe saw one face alone, and asks the other.
  expect(await withoutUnshown(found, shown(takesBack, ["1", "2"], ["v2"]), readingBy(takesBack))).toMatchObject(
    computed,
  );
  const inOneFace = readingBy((actions, face, trace) =>
    face === "v2" ? takesBack(actions, face, trace) : { book: {} },
  );
  const left = await withoutUnshown(found, shown(takesBack, ["1", "2"], ["v2"]), inOneFace);
  expect(left.value?.path).toEqual(["book"]);
});

test("nothing where a rule is followed, or broken behind some action and elsewhere not", () => {
  const follows: Show = (actions) => ({ book: mergeOf(actions) });
  expect(unexplainedActions(shown(follows), merged)).toEqual([]);
  // The second of a kind is lost.
  const losesSecond: Show = (actions) => ({ book: mergeOf(actions.slice(0, 1)) });
  expect(unexplainedActions(shown(losesSecond), merged)).toEqual([]);
  const onOneTrace: Show = (actions, face, trace) =>
    trace === "1" ? takesBack(actions, face, trace) : follows(actions, face, trace);
  expect(unexplainedActions(shown(onOneTrace), merged)).toEqual([]);
});

test("nothing where an action loses a part, or changes a value, of what others brought", () => {
  const losing: Show = (actions) => {
    const { more: _, ...rest } = mergeOf(actions);
    return { book: actions.at(-1)?.actionKey === "strike" ? rest : mergeOf(actions) };
  };
  expect(unexplainedActions(shown(losing), merged)).toEqual([]);
  const changing: Show = (actions) => {
    const book = mergeOf(actions);
    return { book: actions.at(-1)?.actionKey === "strike" ? { ...book, more: 2 } : book };
  };
  expect(unexplainedActions(shown(changing), merged)).toEqual([]);
});

test("nothing where an action empties the state, which then tells nothing", () => {
  const empties: Show = (actions) => ({ book: actions.at(-1)?.actionKey === "strike" ? {} : mergeOf(actions) });
  expect(unexplainedActions(shown(empties), merged)).toEqual([]);
});

test("what computes members of its own may set those of others, to one value whatever they were", () => {
  const among = { ...merged, exact: false };
  const mounted = (axle: number) => [act("open", { size: 9 }), act("mount", { axle }), act("unmount", { why: "" })];
  const statesBy = (show: (actions: readonly KnownAction[]) => JsonObject, axles: readonly number[] = [1, 2]) =>
    axles.flatMap((axle) =>
      mounted(axle).flatMap((_, at): readonly SeenState[] => {
        const actions = mounted(axle).slice(0, at + 1);
        const state = { book: { ...mergeOf(actions), count: at, ...show(actions) } };
        return [{ face: "v2", source: "v2TraceState", traceId: String(axle), reader: "first", state, actions }];
      }),
    );
  const endsWithKey = (actions: readonly KnownAction[], key: string): boolean => actions.at(-1)?.actionKey === key;
  const sets = (actions: readonly KnownAction[]): JsonObject => (endsWithKey(actions, "unmount") ? { axle: 0 } : {});
  expect(unexplainedActions(statesBy(sets), among)).toEqual(["unmount"]);
  expect(unexplainedActions(statesBy(sets), merged)).toEqual([]);
  // A member that had one value alone may have been read wrongly.
  expect(unexplainedActions(statesBy(sets, [1, 1]), among)).toEqual([]);
  const mixes = (actions: readonly KnownAction[]): JsonObject =>
    endsWithKey(actions, "unmount") ? { axle: `${JSON.stringify(mergeOf(actions)["axle"])}!` } : {};
  expect(unexplainedActions(statesBy(mixes), among)).toEqual([]);
  // What an action brought itself is not set by it, and what begins a trace sets nothing.
  const own = (actions: readonly KnownAction[]): JsonObject => (endsWithKey(actions, "mount") ? { axle: 0 } : {});
  expect(unexplainedActions(statesBy(own), among)).toEqual([]);
  const begun = (actions: readonly KnownAction[]): JsonObject => (actions.length === 1 ? { size: 0 } : {});
  expect(unexplainedActions(statesBy(begun), among)).toEqual([]);
});

test("nothing where the other face shows otherwise", () => {
  const inOneFace: Show = (actions, face, trace) =>
    face === "v2" ? takesBack(actions, face, trace) : { book: mergeOf(actions) };
  expect(unexplainedActions(shown(inOneFace), merged)).toEqual([]);
});

test("where each action is kept by its key, what none of many states has is explained by itself", () => {
  const keyed: OpenPointValues["state-data"] = { ...merged, fold: "keyed-by-action" };
  const byKey = (actions: readonly KnownAction[]) =>
    Object.fromEntries(actions.map(({ actionKey, data }) => [actionKey, data]));
  const lost: Show = (actions) => {
    const { strike: _, ...kept } = byKey(actions);
    // What it takes away beside that no other action explains.
    return { book: actions.at(-1)?.actionKey === "strike" ? { rule: { word: "a" } } : kept };
  };
  expect(unexplainedActions(shown(lost), keyed)).toEqual(["strike"]);
  const onOneTrace: Show = (actions, _, trace) =>
    trace === "1" ? lost(actions, "v2", trace) : { book: byKey(actions) };
  expect(unexplainedActions(shown(onOneTrace), keyed)).toEqual([]);
});

/** What is found where one trace alone showed its states, and a service answers as `show` says when the same is done on another. */
async function foundByMore(show: Show): Promise<unknown> {
  const exchanges: unknown[] = [];
  let at = 0;
  const answered = (intent: object, value: Json): void => {
    at += 10;
    const common = {
      face: "v2",
      actor: "first",
      defects: [],
      traits: [],
      files: [],
      sentAtMs: at,
      receivedAtMs: at + 5,
    };
    const operationId = "actionKey" in intent ? "v2AppendAction" : "v2TraceState";
    const response = { status: 200, headers: {}, json: { value: { error: null, data: value } } };
    exchanges.push({ ...common, operationId, intent, response });
  };
  const done = (traceId: string, upTo: number): void => {
    for (const [number, { actionKey, data }] of rulings.slice(0, upTo).entries()) {
      const kind = number === 0 ? "create" : "act";
      answered({ kind, traceId, workflow: 0, actionKey, groupLabel: "all", data, files: [] }, traceId);
    }
  };
  const [first, second] = ["0b7e9d0c-0000-4000-8000-000000000001", "0b7e9d0c-0000-4000-8000-000000000002"];
  done(first, rulings.length);
  const run = (_: string, steps: readonly { op: string; face: Face }[]) => {
    const actions = rulings.slice(0, steps.filter(({ op }) => op !== "state").length);
    done(second, actions.length);
    for (const { face } of steps.filter(({ op }) => op === "state"))
      answered({ kind: "state", traceId: second }, { state: show(actions, face, second) });
    return Promise.resolve([]);
  };
  const actions = ["rule", "strike"].map((key) => ({ key, groupLabel: "all", creates: key === "rule", appends: true }));
  const histories = () => [{ exchanges }];
  const context = { ...readingBy(show), run, runId: "run1", histories, target: { workflows: [{ id: "1", actions }] } };
  const found = { value: { ...merged, exact: false }, evidence: "seen" };
  const states = shown(takesBack, [first]);
  return (await withoutUnshown(found, states, context as unknown as ProbeContext)).value?.path;
}

test("what one trace shows is done on another, and explains states where that shows the same", async () => {
  expect(await foundByMore(takesBack)).toBeNull();
  expect(await foundByMore((actions) => ({ book: mergeOf(actions) }))).toEqual(["book"]);
});
