/** An empty page between two bounds: nothing says on which side of it the links are that bound it. */
import { expect, test } from "vitest";
import { info, last } from "./support/history-faults.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";
import { long } from "./support/everyday.ts";

/** What is blamed where the last page says these. */
function blamed(tell: (story: Story) => void, says: Parameters<typeof info>[0]): string {
  const { history, story } = told({ choices: undefined, tell });
  return failuresIn(judgementsOf(last("details", info(says))(history), story.choices)).join();
}

function between(story: Story): void {
  const trace = long(story, 2);
  const { startCursor } = story.details(trace, { last: 1 });
  story.details(trace, { after: startCursor ?? null, before: startCursor ?? null });
}

test("it may say that there are links before or behind, or not", () => {
  expect(blamed(between, { hasNext: true })).not.toContain("PAGE-07");
  expect(blamed(between, { hasNext: false })).not.toContain("PAGE-07");
});

test("a page that holds the last link may not", () => {
  expect(blamed((story) => void story.details(long(story, 2), { first: 2 }), { hasNext: true })).toContain("PAGE-07");
});
