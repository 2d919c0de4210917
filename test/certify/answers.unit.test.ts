/** What the spot check holds against an archive: all that stays from run to run, nothing that concurrency decides. */
import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { answerDifference, answersOf, type Answer } from "../../suites/evidence/answers.ts";
import { OwnNames } from "../../suites/evidence/own-names.ts";
import { Story, type TraceHandle } from "../checks/support/history.ts";

const answersTo = (tell: (story: Story, trace: TraceHandle) => void): ReadonlyMap<string, Answer> => {
  const story = new Story();
  tell(story, story.create());
  return answersOf(story.history(), () => false);
};

const textOf = (answer: Answer): string => JSON.stringify(answer);
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
  expect([...before.values()].map(textOf).sort()).toEqual([...after.values()].map(textOf).sort());
});

test("after concurrent actions either may be the last, on their own trace alone", () => {
  const read = (order: readonly (typeof amount)[]): ReadonlyMap<string, Answer> =>
    answersTo((story, trace) => {
      story.together(() => order.map((act) => act(story, trace)));
      lastLink(story, trace);
    });
  expect(read([amount, note])).toEqual(read([note, amount]));

  const ofAnother = (members: Record<string, string>): ReadonlyMap<string, Answer> =>
    answersTo((story, trace) => {
      story.together(() => [amount(story, trace), note(story, trace)]);
      lastLink(story, story.create({ members }));
    });
  expect(ofAnother({ one: "x" })).not.toEqual(ofAnother({ two: "x" }));
});

test("after actions in a fixed order the last link is compared by its members", () => {
  const read = (act: typeof amount): ReadonlyMap<string, Answer> =>
    answersTo((story, trace) => {
      act(story, trace);
      lastLink(story, trace);
    });
  expect(read(amount)).toEqual(read(amount));
  expect(read(amount)).not.toEqual(read(note));
});

/** How the answer to a step differs where the archive has one document and the target now answers with another. */
function differenceOf(
  kind: "state" | "search" | "file",
  [then, now]: readonly [Json, Json],
  met: readonly Json[] = [],
): string | undefined {
  const historyOf = (value: Json, id: string): History => {
    const story = new Story();
    const trace = story.create({ files: ["first"] });
    if (kind === "state") story.state(trace);
    else if (kind === "search") story.search({});
    else story.file(trace, story.fileOf(trace));
    const { script, exchanges, unsent } = story.history();
    const [told] = exchanges.slice(-1);
    if (!told?.response) throw new Error("the story has an answer");
    return {
      script: { ...script, id },
      unsent,
      exchanges: [{ ...told, response: { ...told.response, json: { value } } }],
    };
  };
  const names = new OwnNames();
  for (const [number, value] of [then, ...met].entries()) names.add(historyOf(value, `script-${String(number)}`));
  const [[before], [after]] = [then, now].map((value) => [
    ...answersOf(historyOf(value, "script-0"), (name) => names.has(name)).values(),
  ]) as [Answer[], Answer[]];
  return answerDifference(before, after);
}

test("names of members that only one run has are not compared, what stands under them is", () => {
  const [first, second, third] = ["Qm3x-f0A_1", "b7Kd9-pL_2", "zz1T_c-Y3"].map((digest): Json => ({
    files: { [digest]: { size: 3 } },
  })) as [Json, Json, Json];
  const ofAnother: Json = { files: { "Qm3x-f0A_1": "three" } };
  expect(differenceOf("state", [first, second], [third])).toBeUndefined();
  expect(differenceOf("state", [first, ofAnother], [third])).toBe(
    "in the archive files.… was {size: number}; now it is string",
  );
});

test("a member that every document had is missed, and told by its place", () => {
  const met: Json = { data: { state: { createdAt: "then" } } };
  expect(differenceOf("state", [met, { data: { state: { created: "then" } } }], [met])).toBe(
    "in the archive data.state.createdAt was string; now it is not there",
  );
  expect(differenceOf("state", [met, { data: { state: {} } }], [met])).toBe(
    "in the archive data.state.createdAt was string; now it is not there",
  );
  expect(differenceOf("state", [met, { data: { state: { createdAt: 7 } } }], [met])).toBe(
    "in the archive data.state.createdAt was string; now it is number",
  );
});

test("what a search finds is left to the rules; its other members are compared", () => {
  expect(differenceOf("search", [{ data: ["id"] }, { data: [] }])).toBeUndefined();
  expect(
    differenceOf(
      "search",
      [
        { data: ["id"], error: null },
        { data: [], error: {} },
      ],
      [{ error: null }],
    ),
  ).toBe("in the archive error was null; now it is {}");
});

test("bytes of a file that happen to be JSON are not compared as a document", () => {
  expect(differenceOf("file", [7, { seven: true }])).toBeUndefined();
});
