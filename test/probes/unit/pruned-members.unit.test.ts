/** States that leave out what is empty as they are written. */
import { expect, test } from "vitest";
import { withPruned } from "../../../probes/seen/pruned-members.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import type { Json } from "../../../spec/json.ts";

const value = { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true } as const;
const sent = { kept: 1, none: null, empty: "", within: { floor: null }, list: [null, []] };
const prunedIn = (shown: Json) => {
  const states = [{ state: { data: shown }, actions: [{ actionKey: "a", groupLabel: "g", data: sent }] }];
  return withPruned({ value, evidence: "" }, states as unknown as readonly SeenState[]).value?.pruned;
};

test("what is null, or all that is empty, at any depth", () => {
  expect(prunedIn({ kept: 1, empty: "", within: {}, list: [null, []] })).toBe("null");
  expect(prunedIn({ kept: 1, list: [null, []] })).toBe("empty");
});

test("nothing where all is there, or something else is missing", () => {
  expect(prunedIn(sent)).toBeUndefined();
  expect(prunedIn({ empty: "", within: {}, list: [null, []] })).toBeUndefined();
});
