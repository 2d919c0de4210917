/** The ways in which keys of filters are tried: below an action only where the state keeps the data of several apart. */
import { expect, test } from "vitest";
import type { ProbeContext } from "../../../probes/probe.ts";
import { filterStyles } from "../../../probes/search/filter-styles.ts";
import type { StateFold } from "../../../spec/vocabulary/profile.ts";

function paths(fold: StateFold): readonly string[] {
  const readings: Record<string, unknown> = {
    "state-data": { path: ["events", "*", "facts"], fold, encoding: "json", exact: true },
  };
  const context = {
    target: { workflows: [] },
    fixture: { alone: { actions: [{ actionKey: "register", groupLabel: "school" }] } },
    reading: (id: string) => readings[id],
    pin: () => undefined,
  } as unknown as ProbeContext;
  return filterStyles(context).map(({ path, join }) => `${join} ${path.join(".")}`);
}

test("a list of actions, or what is keyed by them, may be reached by their names", () => {
  expect(paths("list-of-actions")).toEqual(expect.arrayContaining(["dotted register", "dotted school"]));
  expect(paths("keyed-by-action")).toContain("dotted register");
  expect(paths("shallow-merge")).not.toContain("dotted register");
});
