/** Which sequences of actions lead far through a process, and how a trace is searched for on them. */
import { expect, test } from "vitest";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import { searchesByChangedMembers } from "../../suites/scripts/support/searches/changed-members.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { waysThrough } from "../../suites/scripts/support/processes/ways.ts";
import { suiteContextFor } from "../generators/contexts.ts";

type Gating = OpenPointValues["action-gating"];
type Rules = NonNullable<Gating["workflows"]>[string];

const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "open", appends: key !== "open" });
const workflow = { id: "1", actions: ["open", "ship", "count", "close"].map(action) };

const profileOf = (rules: Rules, taken: readonly (readonly string[])[] = []): Profile => {
  const ways = taken.map((keys) => keys.map((key) => ({ key })));
  const value: Gating = {
    gating: "ordered",
    workflows: { "1": rules },
    ...(ways.length > 0 ? { ways: { "1": ways } } : {}),
  };
  return { readings: { "action-gating": { value, evidence: "by hand" } } };
};
const rules = { ends: ["close"], atMost: { ship: 2 } };

test("each action once, and then each again", () => {
  expect(waysThrough(profileOf(rules), workflow)).toEqual([
    ["open", "ship", "count", "close"],
    ["open", "ship", "count", "ship", "count", "close"],
  ]);
  expect(waysThrough(profileOf({}), workflow)).toEqual([]);
});

test("where data decide, only sequences that were taken, of those with most actions the shortest and the longest", () => {
  const long = ["open", "ship", "count", "ship", "count", "close"];
  const taken = [["open", "ship", "ship"], long, ["open", "ship", "count", "close"]];
  const profile = profileOf({ paths: taken }, taken);
  expect(waysThrough(profile, workflow)).toEqual([["open", "ship", "count", "close"], long]);
  expect(waysThrough(profileOf({ paths: taken }, taken.slice(0, 1)), workflow)).toEqual([["open", "ship", "ship"]]);
});

const script = scriptsOf("search");
test("a trace is searched for behind every action, through each face for two places", () => {
  const context = suiteContextFor();
  const target = { ...context.target, workflows: [workflow] };
  const [first, second] = searchesByChangedMembers({ ...context, profile: profileOf(rules), target }, script);
  const sent = (first?.steps ?? []).flatMap((step) => ("op" in step ? [`${step.op} ${step.face}`] : []));
  expect(sent.slice(0, 10)).toEqual([
    ...["create v2", "state v2"],
    ...["act legacy", "state legacy", "search v2", "state v2"],
    ...["act v2", "state v2", "search legacy", "state legacy"],
  ]);
  expect(second?.steps).toHaveLength(2 + 5 * 4);
  const free: Profile = { readings: { "action-gating": { value: { gating: "free" }, evidence: "by hand" } } };
  expect(searchesByChangedMembers({ ...context, profile: free, target }, script)).toEqual([]);
});
