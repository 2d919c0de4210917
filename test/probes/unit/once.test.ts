/** Which actions come once and not at once again, and where scripts try it. */
import { expect, test } from "vitest";
import { comingOnce } from "../../../probes/process/learnt/once.ts";
import type { Observation } from "../../../probes/process/observations.ts";
import { oncePlaces } from "../../../spec/readings/process.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";

const seen = (...told: readonly string[]): readonly Observation[] =>
  told.map((one) => {
    const done = one.replace("!", "").split(" ");
    return { done: done.slice(0, -1), key: done.at(-1) ?? "", allowed: !one.startsWith("!") };
  });

test("the shortest sequences are told whose last action was taken and then refused", () => {
  const observations = seen("o a", "o a b", "!o a b b", "o b", "!o b b", "o a a");
  expect(comingOnce(observations)).toEqual([["o", "b"]]);
});

test("what was never tried again is not told, nor what was taken at one time and refused at another", () => {
  expect(comingOnce(seen("o a", "o b", "o b b", "!o b b"))).toEqual([]);
});

test("what was taken twice in a row elsewhere stands last: it may have been refused for its data", () => {
  const observations = seen("o a", "!o a a", "o b a", "o b a a", "o b c", "!o b c c");
  expect(comingOnce(observations)).toEqual([
    ["o", "b", "c"],
    ["o", "a"],
  ]);
});

const workflow = {
  id: "1",
  actions: ["o", "a", "c"].map((key) => ({ key, groupLabel: "g", creates: key === "o", appends: key !== "o" })),
};
const profile = (once?: Record<string, string[][]>): Profile => ({
  readings: {
    "action-gating": {
      value: {
        gating: "ordered",
        workflows: { "1": { next: { o: ["a", "c"], a: ["c"], c: [] } } },
        ...(once ? { once } : {}),
      },
      evidence: "",
    },
  },
});

test("scripts try it where it was seen, and not where rules were made of what happened to be taken", () => {
  expect(oncePlaces(profile({ "1": [["o", "c"]] }), workflow)).toEqual([{ done: ["o"], key: "c" }]);
  expect(oncePlaces(profile({}), workflow)).toEqual([]);
  expect(oncePlaces(profile({ "1": [["o", "x"]] }), workflow)).toEqual([]);
});

test("what was seen is tried although only the longest of the sequences that were taken are kept", () => {
  const value = {
    gating: "unclear",
    workflows: { "1": { paths: [["o", "a", "c"]] } },
    once: { "1": [["o", "c"]] },
  } as const;
  expect(oncePlaces({ readings: { "action-gating": { value, evidence: "" } } }, workflow)).toEqual([
    { done: ["o"], key: "c" },
  ]);
});

test("where nobody looked they try it at the earliest place that the rules tell", () => {
  expect(oncePlaces(profile(), workflow)).toEqual([{ done: ["o"], key: "a" }]);
});
