/** What is printed to be typed names what is there. */
import { expect, test } from "vitest";
import { nextSteps } from "../../reports/text/headline.ts";
import { replayFrom, shellWord } from "../../reports/results/replay-command.ts";
import type { Failure, Results } from "../../reports/results/model.ts";

const failure = (replay: string): Failure => ({ scriptFile: "failures/one.json", replay }) as unknown as Failure;

test.each(["failures/one.json", "old/failures/one.json", "/ci/it's old/failures/one.json"])(
  "the folder that is read is named, whatever the run wrote down: %s",
  (file) => {
    const replay = replayFrom(failure(`trace-conformance replay ${shellWord(file)} --env "a b"`), "its copy/");
    expect(replay).toBe(`trace-conformance replay 'its copy/failures/one.json' --env "a b"`);
  },
);

test("without a folder, the command stays as it is", () => {
  expect(replayFrom(failure("trace-conformance replay failures/one.json"), undefined)).toContain(" failures/one.json");
});

test("a shard prints no command with folders that nobody knows", () => {
  const shard = {
    partial: { shard: { index: 2, count: 4 } },
    verdict: "incomplete",
    requirements: [],
    operations: [],
    openPoints: [],
    summary: { exchanges: 3, requirements: { inconclusive: 0 } },
  } as unknown as Results;
  expect(nextSteps(shard)).toEqual([{ text: expect.stringContaining("output folders of all 4 to merge") as string }]);
});

test("where nothing is answered, no setting is advised", () => {
  const results = {
    verdict: "incomplete",
    environment: { name: "x", access: "read-write", baseUrl: "http://127.0.0.1" },
    requirements: [{ id: "STATE-03", level: "MUST", status: "inconclusive", reason: "Why.", judged: 0 }],
    actions: [{ workflowId: "1", actionKey: "open", sent: 3, accepted: 0 }],
    openPoints: [{ id: "state-data", question: "?", evidence: "None.", remedy: "state-data: {}" }],
    summary: { exchanges: 3, requirements: { inconclusive: 1 } },
    operations: [{ operationId: "v2TraceState", statuses: { timeout: 3 } }],
  } as unknown as Results;
  expect(nextSteps(results).map(({ text }) => text)).toEqual(["STATE-03 could not be judged. Why."]);
  const answered = { ...results, operations: [{ operationId: "v2TraceState", statuses: { 200: 3 } }] };
  const advised = nextSteps(answered as unknown as Results).map(({ text }) => text);
  expect(advised).toContainEqual(expect.stringContaining("Say how the target chose in state-data"));
  expect(advised).toContainEqual(expect.stringContaining("Nothing was judged behind actions"));
});
