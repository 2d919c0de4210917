/** A history may be judged many times: nothing of one judging reaches another. */
import { describe, expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import { Story } from "./support/history.ts";
import { jsonAnswer } from "./support/answers.ts";
import { contextOf } from "./support/choices.ts";

/** A trace of two actions whose links stand in the order of the story's service. */
function twoLinks(): Story {
  const story = new Story();
  const trace = story.create();
  story.act(trace);
  story.details(trace);
  return story;
}

describe("a case", () => {
  test("makes a view once, and another case makes its own", () => {
    const history = twoLinks().history();
    const context = contextOf(new Story().choices);
    let made = 0;
    const view = (): number => ++made;
    const one = new Case(history, context);
    expect([one.view(view), one.view(view)]).toEqual([1, 1]);
    expect(new Case(history, context).view(view)).toBe(2);
  });

  test("of the same history under another profile is judged by that profile alone", () => {
    const story = twoLinks();
    const history = story.history();
    const asObserved = contextOf(story.choices);
    const readings = { ...asObserved.profile.readings };
    const otherOrder = { value: { order: "newest-first" }, evidence: "", exchanges: 0 };
    const turned = { ...asObserved, profile: { readings: { ...readings, "link-order": otherOrder } } };
    const failedIn = (context: typeof asObserved): readonly string[] =>
      judge(new Case(history, context)).judgements.flatMap(({ requirement, outcome }) =>
        outcome === "failed" ? [requirement] : [],
      );
    expect(failedIn(asObserved)).toEqual([]);
    expect(failedIn(turned as never)).toContain("DETAILS-08");
    expect(failedIn(asObserved)).toEqual([]);
  });
});

describe("a trace that the history did not create", () => {
  /** Read, read again, with or without an action of somebody else between. */
  function readTwice(appended: boolean): readonly string[] {
    const story = new Story();
    const trace = story.create();
    const own = story.history().exchanges.length;
    story.details(trace);
    story.state(trace);
    const before = story.history().exchanges.length;
    if (appended) story.act(trace, { members: { other: 1 } });
    const others = story.history().exchanges.slice(before);
    // Without an action between, the service itself is at fault.
    story.state(trace, appended ? {} : { answer: jsonAnswer({ error: null, data: { state: { data: { lost: 1 } } } }) });
    story.details(trace);
    const seen = story.history().exchanges.filter((exchange, index) => index >= own && !others.includes(exchange));
    const exchanges = seen.map((exchange, index) => ({ ...exchange, index }));
    const { judgements } = judge(new Case({ ...story.history(), exchanges }, contextOf(story.choices)));
    return judgements.flatMap(({ requirement, outcome }) => (outcome === "failed" ? [requirement] : []));
  }

  test("may have been appended to by others between two reads, as its links tell", () => {
    expect(readTwice(true)).toEqual([]);
  });

  test("must read the same where as many links are counted before and after", () => {
    expect(readTwice(false)).toContain("STATE-04");
  });
});
