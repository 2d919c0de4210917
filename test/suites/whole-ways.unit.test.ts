/** Each action of a process stands on a way that is gone, with its files read. */
import { expect, test } from "vitest";
import { validateScript } from "../../generators/index.ts";
import { wayBefore } from "../../spec/readings/process.ts";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { waysBeside, waysOfPairs } from "../../suites/scripts/support/processes/ways-beside.ts";
import { wholeWays } from "../../suites/scripts/support/processes/whole-ways.ts";
import { waysThrough } from "../../suites/scripts/support/processes/ways.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "order", appends: key !== "order" });
const workflow = { id: "1", actions: ["order", "estimate", "haggle", "drop", "accept", "scan", "collect"].map(action) };
const rules = {
  next: {
    ...{ order: ["drop", "estimate"], estimate: ["haggle", "drop", "accept"], haggle: ["drop"], drop: [] },
    ...{ accept: ["scan"], scan: ["collect"], collect: [] },
  },
};
const value: OpenPointValues["action-gating"] = { gating: "ordered", workflows: { "1": rules } };
const profile: Profile = { readings: { "action-gating": { value, evidence: "by hand" } } };

test("the way with most actions is found, not the one that the first of them leads to", () => {
  expect(waysThrough(profile, workflow)).toEqual([["order", "estimate", "accept", "scan", "collect"]]);
});

test("where sequences alone are known, the way is one of them, however often an action comes on it", () => {
  const paths = [
    ["order", "estimate", "estimate", "estimate", "estimate"],
    ["order", "estimate", "haggle", "estimate", "accept", "accept", "accept"],
    ["order", "drop"],
  ];
  const known: OpenPointValues["action-gating"] = { gating: "unclear", workflows: { "1": { paths } } };
  const ways = waysThrough({ readings: { "action-gating": { value: known, evidence: "by hand" } } }, workflow);
  expect(ways).toEqual([["order", "estimate", "haggle", "estimate", "accept"]]);
});

test("each action that is not on it has a way of its own, the shortest", () => {
  const [long = []] = waysThrough(profile, workflow);
  expect(waysBeside(rules, workflow, [long])).toEqual([
    ["order", "drop"],
    ["order", "estimate", "haggle"],
  ]);
});

test("actions that follow each other on no way so far have one, the one with most of these for its length", () => {
  const [long = []] = waysThrough(profile, workflow);
  const beside = waysBeside(rules, workflow, [long]);
  expect(waysOfPairs(rules, workflow, [long, ...beside])).toEqual([
    ["order", "estimate", "drop"],
    ["order", "estimate", "haggle", "drop"],
  ]);
  const paths = [
    ["order", "estimate", "haggle", "estimate", "haggle", "accept"],
    ["order", "estimate", "accept", "drop"],
    ["order", "haggle"],
  ];
  const [taken = []] = paths;
  expect(waysOfPairs({ paths }, workflow, [taken])).toEqual([
    ["order", "estimate", "accept", "drop"],
    ["order", "haggle"],
  ]);
  expect(waysOfPairs({ paths }, workflow, paths)).toEqual([]);
  // Where actions come again and again, one way goes through as many as may be.
  const again = { next: { ...rules.next, estimate: ["estimate", "haggle", "accept"], haggle: ["estimate", "accept"] } };
  expect(waysOfPairs(again, workflow, [long])).toEqual([
    ["order", "estimate", "estimate", "haggle", "estimate", "haggle", "accept"],
    ["order", "drop"],
  ]);
});

test("what each action brought is read by itself, by the only operation that does", () => {
  const context = { ...suiteContextFor(), profile };
  const target = { ...context.target, workflows: [workflow] };
  const scripts = wholeWays({ ...context, target }, scriptsOf("gating"), [{ index: 0, workflow, rules }]);
  const other = wholeWays({ ...context, target }, scriptsOf("gating"), [
    { index: 0, workflow, rules },
    { index: 1, workflow, rules },
  ]).slice(scripts.length);
  expect(other.map(({ id }) => id.split("/").at(-1))).toEqual([0, 1, 2, 3, 4, 5].map((at) => `way-1-${String(at)}`));
  expect(scripts.map(({ id }) => id.split("/").at(-1))).toEqual([
    ...["way-v2", "way-legacy", "way-2", "way-3"],
    // Those on which others follow each other, once more from the other face on.
    ...["way-4", "way-5", "way-6", "way-7"],
  ]);
  expect([...scripts, ...other].flatMap(validateScript)).toEqual([]);
  const read = scripts.map(({ steps }) =>
    steps.flatMap((step) => ("op" in step && step.op === "file" ? [JSON.stringify(step.digest)] : [])),
  );
  expect(read[0]).toEqual([]);
  expect(read[2]).toEqual(['"$t.0"', '"$t1.0"']);
});

test("what stands behind the first link is read once more when all was done, where there are cursors", () => {
  const context = { ...suiteContextFor(), profile };
  const target = { ...context.target, workflows: [workflow] };
  const pagesOf = (readings: Profile["readings"]) =>
    wholeWays(
      { ...context, target, profile: { readings: { ...profile.readings, ...readings } } },
      scriptsOf("gating"),
      [{ index: 0, workflow, rules }],
    ).map(({ steps }) => steps.flatMap((step) => ("op" in step && step.op === "details" ? (step.page ?? []) : [])));
  const [first, second, third] = pagesOf({});
  for (const pages of [first, second]) expect(pages).toEqual([{ first: 1 }, { first: 5, after: "$begun.endCursor" }]);
  expect(third).toEqual([]);
  const value = { start: false, end: false };
  expect(pagesOf({ "page-cursors": { value, evidence: "by hand" } })[0]).toEqual([]);
});

test("a way leads to what comes after many actions, as the rules let it or as it was taken", () => {
  const far = ["order", "estimate", "haggle", "accept", "scan", "collect", "drop", "store"].map(action);
  const long = { id: "1", actions: far };
  const keys = far.map(({ key }) => key);
  const next = Object.fromEntries(keys.map((key, at) => [key, keys.slice(at + 1, at + 2)]));
  expect(wayBefore({ next }, long, "store")).toEqual(keys.slice(0, -1));
  const paths = [
    ["order", "estimate", "estimate", "estimate", "estimate", "estimate", "estimate", "haggle"],
    ["order", "scan", "estimate"],
  ];
  expect(wayBefore({ paths }, long, "haggle")).toEqual(paths[0]?.slice(0, -1));
  expect(wayBefore({ paths }, long, "estimate")).toEqual(["order"]);
  expect(wayBefore({ paths }, long, "store")).toBeUndefined();
  expect(wayBefore({ next: { ...next, drop: [] } }, long, "store")).toBeUndefined();
});
