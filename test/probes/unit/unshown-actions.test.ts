/** Whether a process computes its state: what an action brings stands in no state as it was sent, through neither face. */
import { describe, expect, test } from "vitest";
import { mayBeProcess, withoutUnshown } from "../../../probes/process/shown/unshown.ts";
import type { ProbeContext, Question } from "../../../probes/probe.ts";
import type { KnownAction, KnownTrace } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import { endsWith, tracesToAsk, unshownByBoth, unshownMembers } from "../../../probes/seen/unshown-actions.ts";
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

test("what no state was read after is never shown where what came with it is", () => {
  const last = (show: Show) => statesShown(show).slice(-2);
  expect(unshownMembers(last(computed), merged)).toEqual([
    { key: "note", name: "text" },
    { key: "ask", name: "price" },
  ]);
  expect(unshownMembers(last(dataOf), merged)).toEqual([]);
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

describe("an action that sets a member within what an earlier one brought", () => {
  const swap = [act("offer", { give: { kg: 800 }, want: { kind: "herring", kg: 4000 } }), act("counter", { kg: 3500 })];
  const shownAs = (want: Json) => {
    const states = swap.map((_, at): Json => ({ ...(swap[0]?.data as JsonObject), ...(at > 0 ? { want } : {}) }));
    return states.map((state, at): SeenState => {
      const source = "v2TraceState";
      return { face: "v2", source, traceId: "1", reader: "first", state, actions: swap.slice(0, at + 1) };
    });
  };

  test("is never shown as it was sent", () => {
    const unshown = unshownMembers(shownAs({ kind: "herring", kg: 3500 }), merged);
    expect(unshown).toEqual([{ key: "counter", name: "kg" }]);
  });

  test("may have lost what was there, where something else stands in it", () => {
    expect(unshownMembers(shownAs({ kind: "herring", kg: 17 }), merged)).toEqual([]);
    expect(unshownMembers(shownAs({ kg: 3500 }), merged)).toEqual([]);
    expect(unshownMembers(shownAs({ kind: "cod", kg: 17 }), merged)).toEqual([]);
  });
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
  expect(readsShown(computed)).toEqual([
    { key: "ask", name: "price" },
    { key: "note", name: "text" },
  ]);
  expect(readsShown(dataOf)).toEqual([]);
  expect(readsShown((actions, face) => (face === "v2" ? dataOf(actions) : computed(actions, face)))).toEqual([]);
  expect(readsShown((actions, face) => ({ ...(computed(actions, face) as JsonObject), face }))).toEqual([]);
});

test("traces that end with the action are asked for first, then those in which fewest others follow", () => {
  const trace = (traceId: string, actions: readonly KnownAction[]): KnownTrace => {
    return { traceId, workflow: 0, actions, createdAtMs: 0 };
  };
  const all = [trace("all", talks), trace("first", talks.slice(0, 1)), trace("asked", talks.slice(0, 2))];
  const known = new Map(all.map((one) => [one.traceId, one]));
  const asked = tracesToAsk([{ key: "ask", name: "price" }], known);
  expect(asked.map(({ traceId }) => traceId)).toEqual(["asked", "all"]);
});

const merges = { value: merged, evidence: "Merged." };

const beforeNote = (): readonly SeenState[] => statesShown(computed).filter((one) => !endsWith(one, "note"));

/** What the probe finds where the clerk alone asks, and is shown this, after these states. */
function foundWith(shownToClerk: Show, shownToFirst: Show = computed, shown = beforeNote()) {
  const senders = { call: "first", ask: "user-2", note: "first" };
  const sent = talks.map(({ actionKey, data }, at) => {
    const kind = at === 0 ? { kind: "create" } : { kind: "act", traceId: "1" };
    const groupLabel = actionKey === "ask" ? "clerks" : "all";
    const intent = { ...kind, workflow: 0, actionKey, groupLabel, data, files: [] };
    const operationId = at === 0 ? "legacyCreateTrace" : "v2AppendAction";
    const value = at === 0 ? "1" : { error: null, data: "1" };
    const actor = senders[actionKey as keyof typeof senders];
    return { face: "v2", operationId, intent, actor, sentAtMs: at, response: { status: 200, json: { value } } };
  });
  const asked: string[] = [];
  const ask = (_: string, questions: readonly Question[]) => {
    const answers = questions.map(({ step }) => {
      const { face, actor = "first" } = step as { face: Face; actor?: string };
      asked.push(`${actor} ${face}`);
      const state = (actor === "first" ? shownToFirst : shownToClerk)(talks, face);
      const value = face === "v2" ? { error: null, data: { state } } : { state };
      const operationId = `${face}TraceState`;
      return {
        face,
        operationId,
        actor,
        intent: { kind: "state", traceId: "1" },
        response: { status: 200, json: { value } },
      };
    });
    return Promise.resolve(answers as unknown as readonly Exchange[]);
  };
  const may = ["read", "write"] as const;
  const people = [
    { account: "first" as const, may, groups: ["all"] },
    { account: "user-2" as const, may, groups: ["clerks"] },
  ];
  const context = { ask, histories: () => [{ exchanges: sent }], target: { people, workflows: [] } };
  const found = withoutUnshown(merges, shown, context as unknown as ProbeContext);
  return found.then(({ value }) => ({ path: value?.path, asked }));
}

test("what another user brings counts as never shown where neither the first user nor that one is shown it", async () => {
  expect(await foundWith(computed)).toEqual({
    path: null,
    asked: ["first v2", "first legacy", "user-2 v2", "user-2 legacy"],
  });
  expect((await foundWith(dataOf)).path).toEqual([]);
  expect(
    (await foundWith((actions, face) => (face === "v2" ? dataOf(actions) : computed(actions, face)))).path,
  ).toEqual([]);
});

test("what no state was read after alone counts only where a trace ends with it", async () => {
  const atEnd = (show: Show) => statesShown(show).filter((one) => endsWith(one, "note"));
  const textAlone: Show = () => ({ lot: "Barge", bid: 100, text: "Soon" });
  expect((await foundWith(computed, computed, atEnd(computed))).path).toBeNull();
  expect((await foundWith(textAlone, textAlone, atEnd(textAlone))).path).toEqual([]);
});

test("a sound action that was turned down is a process, though no order is known; faulty ones and creations are none", () => {
  const refused = (kind: string, more: object = {}) =>
    [
      { intent: { kind }, defects: [], traits: [], response: { status: 409, headers: {} }, ...more },
    ] as unknown as readonly Exchange[];
  expect(mayBeProcess({ gating: "ordered" }, [])).toBe(true);
  expect(mayBeProcess({ gating: "free" }, [])).toBe(false);
  expect(mayBeProcess(undefined, [])).toBe(false);
  expect(mayBeProcess({ gating: "free" }, refused("act"))).toBe(true);
  expect(mayBeProcess({ gating: "free" }, refused("create"))).toBe(false);
  expect(mayBeProcess({ gating: "free" }, refused("act", { traits: ["data.deep"] }))).toBe(false);
  expect(mayBeProcess({ gating: "free" }, refused("act", { response: { status: 200, headers: {} } }))).toBe(false);
});
