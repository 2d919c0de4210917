/** Which data a search must find a trace by. */
import { expect, test } from "vitest";
import { matchOf, searchableData } from "../../checks/model/searches/matching.ts";
import type { JsonObject } from "../../spec/json.ts";
import { status } from "./support/history-faults.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";

const stateOf = (more: Partial<OpenPointValues["state-data"]>): Profile => ({
  readings: {
    "state-data": {
      value: { path: null, fold: "shallow-merge", encoding: "json", exact: false, ...more },
      evidence: "by hand",
    },
  },
});
const action = (data: { readonly [key: string]: string }) => ({ data, actionKey: "note", groupLabel: "all" });
const actions = [action({ a: "1" }), action({ b: "2" })];

test("where the state shows no data, all that was sent is looked for", () => {
  expect(searchableData(actions, stateOf({}))).toEqual({ a: "1", b: "2" });
});

test("where it shows others and never a certain member, nobody can tell whether filters reach that one", () => {
  const profile = stateOf({ absent: ["b"] });
  const keys = {
    path: [],
    join: "dotted",
    inner: "none",
    valueTypes: ["string"],
    text: "exact",
    empty: "all",
  } as const;
  const match = (filters: JsonObject) => matchOf(filters, searchableData(actions, profile), keys);
  expect(match({ a: "1" })).toBe("all");
  expect(match({ a: "1", b: "2" })).toBe("unknown");
  expect(match({ b: "other" })).toBe("unknown");
});

test("where it holds those of the first action alone, nobody can tell what filters reach of later ones", () => {
  const profile = stateOf({ ofFirst: true });
  expect(searchableData(actions.slice(0, 1), profile)).toEqual({ a: "1" });
  expect(searchableData(actions, profile)).toBeUndefined();
});

test("a filter by a member that states never show may be refused, and one by another may not", () => {
  const blamed = (absent: readonly string[]): string => {
    const tell = (story: Story): void => {
      story.create({ members: { word: "amber" } });
      story.search({ word: "amber" });
    };
    const { history, story } = told({ choices: { statePath: null, absent }, tell });
    const exchanges = history.exchanges.map((one) => (one.intent.kind === "search" ? status(400)(one) : one));
    return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).join();
  };
  expect(blamed([])).toContain("REFUSE-03");
  expect(blamed(["word"])).not.toContain("REFUSE-03");
});
