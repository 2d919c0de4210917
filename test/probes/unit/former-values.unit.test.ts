/** States that show beside the data what members were before. */
import { expect, test } from "vitest";
import { withFormer } from "../../../probes/seen/former-values.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import type { Json } from "../../../spec/json.ts";

const value = { path: ["current"], fold: "shallow-merge", encoding: "json", exact: true } as const;
const actions = ["one", "two"].map((word) => ({ actionKey: "a", groupLabel: "g", data: { word, kept: 1 } }));
const seen = (...states: readonly Json[]): readonly SeenState[] =>
  states.map((state) => ({ state, actions }) as unknown as SeenState);
const formerIn = (...states: readonly Json[]) => withFormer({ value, evidence: "" }, seen(...states)).value?.former;

const history = { current: { word: "two", kept: 1 }, history: { word: ["two", "one"], kept: [1, 1] } };
const alone = { current: { word: "two", kept: 1 } };

test("where all states show it they are kept", () => {
  expect(formerIn(history, history)).toBe(true);
});

test("one state, or one of several, is not enough", () => {
  expect(formerIn(history)).toBeUndefined();
  expect(formerIn(history, alone)).toBeUndefined();
  expect(formerIn(alone, alone)).toBeUndefined();
});

test("what stands beside by another name is something else", () => {
  const other = { current: { word: "two" }, first: "one" };
  expect(formerIn(other, other)).toBeUndefined();
});
