/** Searches for what a computed member was before, where they go by what it is: it was not found by what it was not yet. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { jsonAnswer } from "./support/answers.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/**
 * A trace that goes on from one phase to the next, and is searched for by both, each time with other members beside.
 * @param isAsked whether it was searched for by the phase that is to come @param isLeft whether the former one finds it
 */
function judged(isAsked: boolean, isLeft: boolean): string {
  const traits = ["filters.computed"];
  const tell = (story: Story): void => {
    const trace = story.create({ members: { word: "amber" } });
    const shown = (state: JsonObject): void => {
      story.state(trace, { answer: jsonAnswer({ error: null, data: { state } }) });
    };
    const open = { word: "amber", phase: "open" };
    const shut = { word: "amber", room: "7", phase: "shut" };
    shown(open);
    story.pause(6_000);
    story.search(open, {}, { found: [trace.id], traits });
    if (isAsked) story.search({ ...open, phase: "shut" }, {}, { found: [], traits });
    shown(open);
    story.act(trace, {});
    shown(shut);
    story.pause(6_000);
    story.search(shut, {}, { found: [trace.id], traits });
    story.search({ ...shut, phase: "open" }, {}, { found: isLeft ? [trace.id] : [], traits });
    shown(shut);
  };
  const { history, story } = told({ choices: { statePath: null }, tell });
  return failuresIn(judgementsOf(history, story.choices)).join();
}

test("a trace that was found by nothing it was to be is found by nothing that it was", () => {
  expect(judged(true, true)).toContain("SEARCH-08");
  expect(judged(true, false)).toBe("");
});

test("where nobody asked before, nothing tells what searches go by", () => {
  expect(judged(false, true)).toBe("");
});
