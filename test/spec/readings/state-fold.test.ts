/** Each way in which a state follows from actions, by an example that no other way gives. */
import { expect, test } from "vitest";
import { dataOfState } from "../../../spec/readings/state-data.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { stateFolds, type StateFold } from "../../../spec/vocabulary/profile.ts";

const action = (data: JsonObject, actionKey: string, groupLabel: string) => ({ data, actionKey, groupLabel });
const first = action({ a: 1, inner: { x: 1, gone: 1 }, list: [{ p: 1 }, 2], gone: "here", kept: 1 }, "open", "clerks");
const second = action(
  { a: 2, inner: { y: 2, gone: null }, list: [{ q: 3 }, 2], gone: null, more: 2 },
  "note",
  "clerks",
);

const expected: Readonly<Partial<Record<StateFold, Json>>> = {
  "shallow-merge": { kept: 1, more: 2, a: 2, inner: { y: 2, gone: null }, list: [{ q: 3 }, 2], gone: null },
  "shallow-patch": { kept: 1, more: 2, a: 2, inner: { y: 2, gone: null }, list: [{ q: 3 }, 2] },
  "deep-merge": { kept: 1, more: 2, a: 2, inner: { x: 1, gone: null, y: 2 }, list: [{ q: 3 }, 2], gone: null },
  "deep-merge-concat": {
    kept: 1,
    more: 2,
    a: 2,
    inner: { x: 1, gone: null, y: 2 },
    list: [{ p: 1 }, 2, { q: 3 }, 2],
    gone: null,
  },
  "deep-merge-by-index": {
    kept: 1,
    more: 2,
    a: 2,
    inner: { x: 1, gone: null, y: 2 },
    list: [{ p: 1, q: 3 }, 2],
    gone: null,
  },
  "deep-merge-union": {
    kept: 1,
    more: 2,
    a: 2,
    inner: { x: 1, gone: null, y: 2 },
    list: [{ p: 1 }, 2, { q: 3 }],
    gone: null,
  },
  "merge-patch": { kept: 1, more: 2, a: 2, inner: { x: 1, y: 2 }, list: [{ q: 3 }, 2] },
  replace: second.data,
  "first-wins": { ...first.data, more: 2 },
  "keyed-by-action": { open: first.data, note: second.data },
  "keyed-by-group": { clerks: second.data },
  "list-of-actions": [first.data, second.data],
};

const plain = Object.entries(expected) as readonly [StateFold, Json][];
const isWithin = (fold: StateFold): boolean => !Object.hasOwn(expected, fold);

test("no two of the examples are alike", () => {
  const texts = plain.map(([, state]) => JSON.stringify(state));
  expect(new Set(texts).size).toBe(texts.length);
});

test.each(plain)("%s", (fold, state) => {
  expect(foldState(fold, [first, second])).toEqual(state);
});

test.each(stateFolds.filter(isWithin).map((fold) => [fold]))("%s follows its rule under each name", (fold) => {
  const { rule, container } = partsOf(fold);
  const other = action({ b: 1 }, "other", "others");
  const within = expected[rule === "list" ? "list-of-actions" : rule];
  const name = container === "action" ? "note" : "clerks";
  const before = { ...first, actionKey: "note" };
  expect(foldState(fold, [before, other, second])).toEqual({
    [name]: within,
    [container === "action" ? "other" : "others"]: rule === "list" ? [other.data] : other.data,
  });
});

test.each(stateFolds.map((fold) => [fold]))("%s goes on from what the actions before made", (fold) => {
  expect(foldState(fold, [second], foldState(fold, [first]))).toEqual(foldState(fold, [first, second]));
});

test("no action leaves an empty container", () => {
  for (const fold of stateFolds) expect(foldState(fold, [])).toEqual(fold === "list-of-actions" ? [] : {});
});

test("a member named __proto__ is one like any other", () => {
  const odd = action(JSON.parse('{"__proto__":{"x":1}}') as JsonObject, "open", "clerks");
  for (const fold of ["shallow-merge", "deep-merge", "merge-patch", "first-wins"] as const)
    expect(JSON.stringify(foldState(fold, [odd]))).toBe('{"__proto__":{"x":1}}');
});

test("below the names of actions, and of each again by its id, stand lists", () => {
  const reading = {
    path: ["actions", "{*}", "{*}"],
    fold: "keyed-by-action-list",
    encoding: "json",
    exact: true,
  } as const;
  const state = { actions: { open: { l1: { a: 1 }, l3: { a: 3 } }, note: { l2: { a: 2 } } } };
  expect(dataOfState(state, reading)).toEqual({ open: [{ a: 1 }, { a: 3 }], note: [{ a: 2 }] });
  expect(dataOfState({ actions: {} }, reading)).toBeUndefined();
});
