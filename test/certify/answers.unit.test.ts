/** What the spot check holds against an archive: all that stays from run to run, nothing that concurrency decides. */
import { expect, test } from "vitest";
import { answersOf } from "../../suites/evidence/answers.ts";
import { Story, type TraceHandle } from "../checks/support/history.ts";

const answersTo = (tell: (story: Story, trace: TraceHandle) => void): ReadonlyMap<string, string> => {
  const story = new Story();
  tell(story, story.create());
  return answersOf(story.history());
};

const amount = (story: Story, trace: TraceHandle): unknown => story.act(trace, { members: { amount: 1 } });
const note = (story: Story, trace: TraceHandle): unknown => story.act(trace, { members: { note: "x" } });
const lastLink = (story: Story, trace: TraceHandle): unknown => story.details(trace, { last: 1 });

test("a page that was read beside an action may show it or not", () => {
  const before = answersTo((story, trace) => {
    story.together(() => [lastLink(story, trace), amount(story, trace)]);
  });
  const after = answersTo((story, trace) => {
    story.together(() => [amount(story, trace), lastLink(story, trace)]);
  });
  expect([...before.values()].sort()).toEqual([...after.values()].sort());
});

test("after concurrent actions either may be the last, on their own trace alone", () => {
  const read = (order: readonly (typeof amount)[]): ReadonlyMap<string, string> =>
    answersTo((story, trace) => {
      story.together(() => order.map((act) => act(story, trace)));
      lastLink(story, trace);
    });
  expect(read([amount, note])).toEqual(read([note, amount]));

  const ofAnother = (members: Record<string, string>): ReadonlyMap<string, string> =>
    answersTo((story, trace) => {
      story.together(() => [amount(story, trace), note(story, trace)]);
      lastLink(story, story.create({ members }));
    });
  expect(ofAnother({ one: "x" })).not.toEqual(ofAnother({ two: "x" }));
});

test("after actions in a fixed order the last link is compared by its members", () => {
  const read = (act: typeof amount): ReadonlyMap<string, string> =>
    answersTo((story, trace) => {
      act(story, trace);
      lastLink(story, trace);
    });
  expect(read(amount)).toEqual(read(amount));
  expect(read(amount)).not.toEqual(read(note));
});
