/** Searches by what a member was before, or by what a state calls by another name. */
import { expect, test } from "vitest";
import { Case } from "../../checks/model/case.ts";
import { judge } from "../../checks/judge.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { contextOf, type Choices } from "./support/choices.ts";
import type { Story } from "./support/history.ts";
import { told } from "./support/kill.ts";

type StateReading = OpenPointValues["state-data"];

/** Which requirements on searches fail, where the state is read with this beside. */
function blamed(tell: (story: Story) => void, more: Partial<StateReading>, choices?: Partial<Choices>) {
  const { history, story } = told({ choices, tell });
  const context = contextOf(story.choices);
  const { value, evidence } = context.profile.readings["state-data"] ?? { evidence: "" };
  const reading = { value: { ...(value as StateReading), ...more }, evidence };
  const profile = { readings: { ...context.profile.readings, "state-data": reading } };
  const { judgements } = judge(new Case(history, { ...context, profile }));
  return judgements.filter(({ outcome, requirement }) => outcome === "failed" && requirement.startsWith("SEARCH"));
}

function byTheFormer(story: Story): void {
  const trace = story.create({ members: { phase: "first" } });
  story.act(trace, { members: { phase: "second" } });
  story.search({ phase: "first" }, { excludes: [trace] }, { found: [trace.id] });
}

test("a trace may be found by what a member was, where its state shows that as well", () => {
  expect(blamed(byTheFormer, {})).not.toEqual([]);
  expect(blamed(byTheFormer, { former: true })).toEqual([]);
});

test("one that never was there finds nothing all the same", () => {
  const tell = (story: Story): void => {
    const trace = story.create({ members: { phase: "first" } });
    story.search({ phase: "third" }, { excludes: [trace] }, { found: [trace.id] });
  };
  expect(blamed(tell, { former: true })).not.toEqual([]);
});

test("a member that a state calls otherwise may have the name of another one", () => {
  const named = (name: string) => (story: Story) => {
    const trace = story.create({ members: { [name]: "amber", kind: "x" } });
    story.search({ word: "amber", kind: "x" }, { excludes: [trace] }, { found: [trace.id] });
  };
  expect(blamed(named("Word"), {})).not.toEqual([]);
  expect(blamed(named("Word"), {}, { statePath: null })).toEqual([]);
  expect(blamed(named("term"), {}, { statePath: null })).not.toEqual([]);
});
