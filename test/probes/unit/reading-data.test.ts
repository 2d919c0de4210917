/** The data of actions in links and states: the place and the rule that explain most. */
import { describe, expect, it } from "vitest";
import { linkDataReading } from "../../../probes/points/link-data.ts";
import { asPinned, stateDataReading, withComputed } from "../../../probes/points/state-data.ts";
import type { KnownAction } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import { dataOfState } from "../../../spec/readings/state-data.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { stateFolds, type StateFold } from "../../../spec/vocabulary/profile.ts";

const documents: readonly JsonObject[] = [
  { a: 1, shared: "one", place: { x: 1 }, gone: "here", list: [{ a: 1 }, 2] },
  { b: 2, shared: "two", place: { y: 2 }, list: [{ b: 2 }] },
  { c: 3, shared: "three", gone: null, place: { x: null, z: 3 } },
];
const actions = documents.map((data, index): KnownAction => ({
  face: "v2",
  data,
  actionKey: index === 0 ? "open" : "note",
  groupLabel: `group${String(index % 2)}`,
  files: [],
}));

const links = (show: (data: Json, index: number) => Json) =>
  actions.map(({ data }, index) => ({
    face: index === 1 ? ("legacy" as const) : ("v2" as const),
    link: show(data, index),
    actions,
  }));

const normal: JsonObject = { priority: "normal" };

describe("the data of a link", () => {
  it.each<readonly [string, (data: Json) => Json, object]>([
    [
      "below a member",
      (data) => ({ id: 1, payload: { form: data } }),
      { path: ["payload", "form"], encoding: "json", exact: true },
    ],
    [
      "as JSON text",
      (data) => ({ body: JSON.stringify(data) }),
      { path: ["body"], encoding: "json-text", exact: true },
    ],
    [
      "as base64",
      (data) => ({ body: Buffer.from(JSON.stringify(data)).toString("base64") }),
      { path: ["body"], encoding: "base64-json", exact: true },
    ],
    [
      "among other members",
      (data) => ({ ...(data as object), $id: "x" }),
      { path: [], encoding: "json", exact: false },
    ],
    ["nowhere", (_) => ({ id: 7, kind: "note" }), { path: null, encoding: "json", exact: false }],
  ])("is found %s", (_, show, value) => {
    expect(linkDataReading(links(show), false).value).toEqual(value);
  });

  it("is found under the key of its action", () => {
    const keyed = actions.map(({ data, actionKey }) => ({ face: "v2" as const, link: { [actionKey]: data }, actions }));
    expect(linkDataReading(keyed, false).value).toEqual({ path: ["{*}"], encoding: "json", exact: true });
  });

  it("is found under the key of its action among other members, one of which names that key", () => {
    const keyed = (...names: readonly string[]) =>
      actions.map(({ data, actionKey }, id) => {
        const named = Object.fromEntries(names.map((name) => [name, actionKey]));
        return { face: "v2" as const, link: { id, previous: null, ...named, [actionKey]: data, files: [] }, actions };
      });
    expect(linkDataReading(keyed("action"), false).value).toEqual({ path: ["{*}"], encoding: "json", exact: true });
    expect(linkDataReading(keyed(), false).value?.path).toBeNull();
  });

  it("stays where it is when most links show garbage there", () => {
    const reading = linkDataReading(
      links((data, index) => ({ data: index === 0 ? data : { garbage: index } })),
      false,
    );
    expect(reading.value).toMatchObject({ path: ["data"], exact: true });
  });

  it("is nowhere where the links show what the actions up to them made together", () => {
    const snapshots = links((_, index) => ({ after: foldState("shallow-merge", actions.slice(0, index + 1)) }));
    expect(linkDataReading(snapshots, false).value).toMatchObject({ path: null });
    const latest = links((data, index) => ({
      data: index === 0 ? data : foldState("shallow-merge", actions),
    }));
    expect(linkDataReading(latest, false).value).toMatchObject({ path: ["data"] });
    const first = links((data, index) => ({ data: index === 0 ? foldState("shallow-merge", actions) : data }));
    expect(linkDataReading(first, false).value).toMatchObject({ path: ["data"] });
    const both = links((data, index) => ({ data, after: foldState("shallow-merge", actions.slice(0, index + 1)) }));
    expect(linkDataReading(both, false).value).toMatchObject({ path: ["data"], exact: true });
  });

  it("is what was sent, not a state that was replaced by it", () => {
    const both = links((data) => ({ stateAfter: data, action: { input: data } }));
    expect(linkDataReading(both, false).value).toMatchObject({ path: ["action", "input"], exact: true });
    const alone = links((data) => ({ stateAfter: data }));
    expect(linkDataReading(alone, false).value).toMatchObject({ path: ["stateAfter"], exact: true });
  });

  it.each<[string, (index: number, face: string) => JsonObject, object | undefined]>([
    ["a constant through both faces", () => normal, normal],
    ["another value each time", (index) => ({ priority: `level ${String(index)}` }), undefined],
    ["a constant through one face", (_, face) => (face === "v2" ? normal : {}), undefined],
    ["a constant in one link", (index) => (index === 1 ? normal : {}), undefined],
  ])("that stand beside %s are known to be so", (_, beside, filled) => {
    const seen = (["v2", "legacy"] as const).flatMap((face) =>
      actions.map(({ data }, index) => ({
        face,
        link: { data: { ...beside(index, face), ...(data as JsonObject) } },
        actions,
      })),
    );
    expect(linkDataReading(seen, false).value?.filled).toEqual(filled);
  });

  it("has no reading where nobody knows what was written", () => {
    expect(
      linkDataReading(
        links((data) => ({ data })),
        true,
      ).value,
    ).toBeUndefined();
  });
});

const states = (show: (actions: readonly KnownAction[]) => Json, all = actions): readonly SeenState[] =>
  all.map((_, index) => {
    const upTo = all.slice(0, index + 1);
    return {
      face: index === 2 ? "legacy" : "v2",
      source: index === 2 ? "legacyTraceState" : "v2TraceState",
      traceId: "t",
      reader: "first",
      state: show(upTo),
      actions: upTo,
    };
  });

describe("the data of a state", () => {
  /** Once more, so that each key and each group has several. */
  const more = actions.flatMap((action, index): readonly KnownAction[] => {
    const again = { ...(action.data as JsonObject), list: [{ [`again${String(index)}`]: 1 }] };
    return [action, { ...action, data: again, groupLabel: "group1" }];
  });

  it("may stand in a list for some actions, and by themselves for others", () => {
    const listing = (upTo: readonly KnownAction[]): Json => {
      const notes = upTo.filter(({ actionKey }) => actionKey === "note").map(({ data }) => data);
      return { open: upTo[0]?.data ?? null, ...(notes.length > 0 ? { note: notes } : {}) };
    };
    const seen = [1, 2, 3].flatMap((count): readonly SeenState[] => {
      const upTo = actions.slice(0, count);
      const common = { traceId: "t", reader: "first", state: listing(upTo), actions: upTo } as const;
      return [{ ...common, face: "v2", source: "v2TraceState" }];
    });
    const { value } = stateDataReading(seen);
    expect(value).toMatchObject({ path: [], fold: "keyed-by-action", listed: ["note"] });
    if (value) expect(dataOfState(listing(actions), value)).toEqual(foldState("keyed-by-action", actions));
  });

  it.each(stateFolds.map((fold) => [fold]))("are told apart as %s", (fold: StateFold) => {
    expect(stateDataReading(states((upTo) => ({ data: foldState(fold, upTo) }), [...actions, ...more])).value).toEqual({
      path: ["data"],
      fold,
      encoding: "json",
      exact: true,
    });
  });

  it("are found at the top, and among other members", () => {
    const flat = (upTo: readonly KnownAction[]) => foldState("shallow-merge", upTo);
    expect(stateDataReading(states(flat)).value).toMatchObject({ path: [], exact: true });
    // The first action has a member that no state shows.
    const [first] = Object.keys(Object(actions[0]?.data));
    const less = (upTo: readonly KnownAction[]): Json =>
      Object.fromEntries(Object.entries(flat(upTo) as JsonObject).filter(([name]) => name !== first));
    expect(stateDataReading(states(less)).value?.path).toEqual([]);
    expect(stateDataReading(states(less), true).value?.path).toBeNull();
    expect(stateDataReading(states(flat), true).value?.path).toEqual([]);
    expect(
      stateDataReading(states((upTo) => ({ ...(flat(upTo) as object), revision: upTo.length }))).value,
    ).toMatchObject({ path: [], exact: false, own: ["revision"] });
  });

  it("stand beside what one action computes, where every state after it shows that, on more traces than one", () => {
    const done = actions.map((action, at) => ({ ...action, actionKey: ["open", "note", "score"][at] ?? "" }));
    const all = (isScored: (traceId: string, keys: readonly string[]) => boolean): readonly SeenState[] =>
      ["t", "u"].flatMap((traceId) =>
        states(() => null).map((seen, at): SeenState => {
          const upTo = done.slice(0, at + 1);
          const keys = upTo.map(({ actionKey }) => actionKey);
          const scored: JsonObject = isScored(traceId, keys) ? { scored: true } : {};
          const state = { ...(foldState("shallow-merge", upTo) as object), ...scored };
          return { ...seen, face: "v2", source: "v2TraceState", traceId, state, actions: upTo };
        }),
      );
    const own = (...isScored: Parameters<typeof all>) => stateDataReading(all(...isScored)).value?.own;
    expect(own((_, keys) => keys.includes("score"))).toEqual(["scored"]);
    expect(own((traceId, keys) => traceId === "t" && keys.includes("score"))).toBeUndefined();
    expect(own((traceId, keys) => traceId === "u" && keys.length === 1)).toBeUndefined();
  });

  it("in a list of objects are found below each of them", () => {
    const listed = (upTo: readonly KnownAction[]) => ({ history: upTo.map(({ data }, at) => ({ at, data })) });
    expect(stateDataReading(states(listed)).value).toMatchObject({
      path: ["history", "*", "data"],
      fold: "list-of-actions",
    });
  });

  it("are nowhere to rely on in a list of the latest alone, or the newest first", () => {
    const latest = (upTo: readonly KnownAction[]) => upTo.slice(-2).map(({ data }) => data);
    for (const shown of [latest, (upTo: readonly KnownAction[]) => latest(upTo).toReversed()])
      expect(stateDataReading(states((upTo) => ({ latest: shown(upTo) }))).value).toMatchObject({ path: null });
  });

  it("are nowhere to rely on below a member named after the action", () => {
    const byAction = (upTo: readonly KnownAction[]) =>
      Object.fromEntries(
        ["open", "note"].map((key) => [
          `by:${key}`,
          foldState(
            "shallow-merge",
            upTo.filter(({ actionKey }) => actionKey === key),
          ),
        ]),
      );
    expect(stateDataReading(states(byAction)).value).toMatchObject({ path: null });
  });

  it("are all found where each stands under a number", () => {
    const numbered = (upTo: readonly KnownAction[]): Json => ({
      version: upTo.length,
      steps: Object.fromEntries(upTo.map(({ actionKey, data }, at) => [`000${String(at)}`, { actionKey, with: data }])),
    });
    expect(stateDataReading(states(numbered)).value).toEqual({
      path: ["steps", "{*}", "with"],
      fold: "list-of-actions",
      encoding: "json",
      exact: true,
      beside: ["actionKey", "version"],
    });
    // Sorted as texts, the tenth comes before the second.
    const sorted = (upTo: readonly KnownAction[]): Json =>
      Object.fromEntries(upTo.map(({ data }, at) => [`step${String(12 - at)}`, data]).reverse());
    expect(stateDataReading(states(sorted)).value).toMatchObject({ path: null });
  });

  it("are found below the names of their actions, with something beside them", () => {
    const enclosed = (upTo: readonly KnownAction[]): Json => ({
      steps: Object.fromEntries(
        Object.entries(foldState("keyed-by-action-shallow-merge", upTo) as JsonObject).map(([key, form]) => [
          key,
          { at: 1, form: JSON.stringify(form) },
        ]),
      ),
    });
    expect(stateDataReading(states(enclosed)).value).toEqual({
      path: ["steps", "{*}", "form"],
      fold: "keyed-by-action-shallow-merge",
      encoding: "json-text",
      exact: true,
      beside: ["at"],
    });
  });

  it("are nowhere to rely on below the names of steps that are not those of the actions", () => {
    const steps: Readonly<Record<string, string>> = { open: "Reception", note: "Remarks" };
    const named = (upTo: readonly KnownAction[]): Json =>
      Object.fromEntries(upTo.map(({ actionKey, data }) => [steps[actionKey] ?? "", data]));
    expect(stateDataReading(states(named)).value).toMatchObject({ path: null });
  });

  it("are nowhere in a state that holds none of them", () => {
    expect(stateDataReading(states((upTo) => ({ phase: "open", steps: upTo.length }))).value).toMatchObject({
      path: null,
    });
  });

  it("of the first action alone are told from a state that no later action changes", () => {
    const first = (upTo: readonly KnownAction[]) => upTo[0]?.data as JsonObject;
    const counted = states((upTo) => ({ ...first(upTo), actions: upTo.length }));
    expect(stateDataReading(counted).value).toMatchObject({ path: null, ofFirst: true });
    expect(stateDataReading(states(first)).value).not.toHaveProperty("ofFirst");
    expect(stateDataReading(states((upTo) => foldState("first-wins", upTo))).value).not.toHaveProperty("ofFirst");
  });

  it("of the first action alone may stay as they are after some actions, if others change what is computed", () => {
    const open = (values: JsonObject): KnownAction => ({ ...first, data: values, actionKey: "open" });
    const [first = actions[0] as KnownAction] = actions;
    const votes = (upTo: readonly KnownAction[]) => upTo.filter(({ actionKey }) => actionKey === "vote").length;
    const shown = (keys: readonly string[], counts: (upTo: readonly KnownAction[]) => number): readonly SeenState[] =>
      ["one", "two"].flatMap((traceId) => {
        const all = [
          open({ watts: traceId.length }),
          ...keys.map((actionKey) => ({ ...first, data: { by: actionKey }, actionKey })),
        ];
        return all.map((_, at) => {
          const upTo = all.slice(0, at + 1);
          const state = { watts: traceId.length, votes: counts(upTo) };
          return { face: "v2", source: "v2TraceState", traceId, reader: "first", state, actions: upTo } as const;
        });
      });
    expect(stateDataReading(shown(["remark", "vote"], votes)).value).toMatchObject({ path: null, ofFirst: true });
    // Where the same action changes it here and not there, that is no rule.
    const everySecond = (upTo: readonly KnownAction[]) => Math.floor(votes(upTo) / 2);
    expect(stateDataReading(shown(["vote", "vote"], everySecond)).value).not.toHaveProperty("ofFirst");
    expect(stateDataReading(shown(["remark", "vote"], () => 0)).value).not.toHaveProperty("ofFirst");
  });

  it("are merged even where one face shows the last action alone", () => {
    const shown = states((upTo) => ({ data: foldState("shallow-merge", upTo) }));
    const stale = actions.map((action, index): SeenState => ({
      face: "legacy",
      source: "legacyAppendAction",
      traceId: "t",
      reader: "first",
      state: { data: action.data },
      actions: actions.slice(0, index + 1),
    }));
    expect(stateDataReading([...shown, ...stale]).value).toMatchObject({ fold: "shallow-merge", exact: true });
  });
});

describe("values that the state shows otherwise", () => {
  const prices = [5, 7, 9, 11].map((price, index): KnownAction => ({
    face: "v2",
    data: { price, title: `Title ${String(index)}`, place: { floor: index } },
    actionKey: "open",
    groupLabel: "clerks",
    files: [],
  }));
  /** Every state of a trace through both faces. */
  const seen = (show: (data: JsonObject, index: number) => Json, reader: SeenState["reader"] = "first") =>
    prices.flatMap((_, index) =>
      (["v2", "legacy"] as const).map((face): SeenState => {
        const upTo = prices.slice(0, index + 1);
        const state = { data: show(foldState("shallow-merge", upTo) as JsonObject, index) };
        return { face, source: `${face}TraceState`, traceId: "t", state, reader, actions: upTo };
      }),
    );
  const reading = (states: readonly SeenState[]) => withComputed(stateDataReading(states), states).value;
  const cents = ({ price, ...others }: JsonObject) => ({ ...others, priceCents: Number(price) * 100 });

  it("are learnt by their type, and where they stand", () => {
    expect(reading(seen(cents))).toMatchObject({ computed: { members: ["number"] } });
    const inner = seen((data, index) => ({ ...data, place: { floor: `floor ${String(index)}` } }));
    expect(reading(inner)).toMatchObject({ computed: { within: ["number"] } });
  });

  it("are learnt for other readers apart", () => {
    const masked = seen((data) => ({ ...data, title: "***" }), "user-1");
    const value = reading([...seen((data) => data), ...masked]);
    expect(value).toMatchObject({ computedForOthers: { members: ["string"] } });
    expect(value).not.toHaveProperty("computed");
  });

  it("are those that the configuration names, where it names the same place", () => {
    const found = stateDataReading(seen((data) => data));
    const pin = { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true } as const;
    const computed = { members: ["number"] } as const;
    expect(asPinned(found, { ...pin, computed, own: ["sum"] }).value).toEqual({ ...pin, computed, own: ["sum"] });
    expect(asPinned(found, { ...pin, path: ["elsewhere"], computed }).value).toEqual(found.value);
    expect(asPinned(found, pin)).toEqual(found);
  });

  it.each<[string, readonly SeenState[]]>([
    ["one face alone", seen(cents).map((one) => (one.face === "v2" ? one : { ...one, state: seenAs(one) }))],
    ["some values alone", seen((data, index) => (index === 2 ? cents(data) : data))],
    ["all values but one", seen((data, index) => (index === 2 ? data : cents(data)))],
    [
      "another way each time",
      seen(cents).map((one, at) => ({ ...one, state: { data: { ...dataIn(one), price: at * 1000 } } })),
    ],
    ["a loss, with nothing in its place", seen(({ price: _, ...others }) => others)],
    ["only a few of them", seen(cents).slice(0, 4)],
    [
      "beside a loss of something else",
      seen((data, index) => (index === 3 ? { ...cents(data), title: "" } : cents(data))),
    ],
  ])("are not learnt of %s", (_, states) => {
    const value = reading(states);
    expect(value).not.toHaveProperty("computed");
    expect(value).not.toHaveProperty("computedForOthers");
  });
});

const dataIn = ({ state }: SeenState): JsonObject => ((state as JsonObject)["data"] ?? {}) as JsonObject;

/** The state as it would be with everything in it as it was sent. */
function seenAs({ actions: upTo }: SeenState): Json {
  return { data: foldState("shallow-merge", upTo) };
}

it("is told with what stands beside its place", () => {
  const { value, evidence } = stateDataReading(
    states((some) => ({ status: "open", data: foldState("shallow-merge", some) })),
  );
  expect(value).toMatchObject({ path: ["data"], exact: true, beside: ["status"] });
  expect(evidence).toContain("with nothing else there; beside that place: status.");
  const alone = stateDataReading(states((some) => ({ data: foldState("shallow-merge", some) })));
  expect(alone.evidence).toContain("with nothing beside them.");
});
