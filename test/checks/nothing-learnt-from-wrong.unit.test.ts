/** After an answer is known to be wrong nothing is learnt from it: right answers are not blamed for what it said. */
import { expect, test } from "vitest";
import { judgementsOf, told } from "./support/kill.ts";
import { last, links } from "./support/history-faults.ts";
import { long } from "./support/everyday.ts";
import type { Story } from "./support/history.ts";

/** The page in the middle is read backward, and its first cursor leads forward again. */
function thereAndBack(story: Story): void {
  const trace = long(story, 7);
  const end = story.details(trace, { last: 3 });
  const middle = story.details(trace, { last: 2, before: end.startCursor ?? null });
  story.details(trace, { first: 2, after: middle.startCursor ?? null });
}

const reversedInTheMiddle = last(
  "details",
  links((all) => all.toReversed()),
  "v2",
  1,
);

test("a page that comes in reverse does not make the pages wrong that its cursors lead to", () => {
  const { story, history } = told({ choices: undefined, tell: thereAndBack });
  const faulty = reversedInTheMiddle(history);
  const wrong = faulty.exchanges.length - 2;
  const failed = judgementsOf(faulty, story.choices).filter(({ outcome }) => outcome === "failed");
  const pages = failed.filter(({ requirement }) => requirement.startsWith("PAGE-"));
  expect(pages.map(({ requirement }) => requirement).toSorted()).toEqual(["PAGE-02", "PAGE-04"]);
  expect(failed.flatMap(({ exchanges: [decisive] }) => decisive)).not.toContain(faulty.exchanges.length - 1);
  expect(new Set(pages.map(({ exchanges: [decisive] }) => decisive))).toEqual(new Set([wrong]));
});

test("a page that is longer than asked for does not make the others too short", () => {
  const { story, history } = told({
    choices: undefined,
    tell: (teller: Story) => {
      const trace = long(teller, 7);
      teller.details(trace, { first: 2 });
      teller.details(trace, { first: 2 });
    },
  });
  const faulty = last(
    "details",
    links((all) => [...all, ...all, ...all]),
  )(history);
  const failed = judgementsOf(faulty, story.choices).filter(({ outcome }) => outcome === "failed");
  const first = faulty.exchanges.length - 2;
  expect(failed.some(({ exchanges: [decisive] }) => decisive === first)).toBe(false);
});
