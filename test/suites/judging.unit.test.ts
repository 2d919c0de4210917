/** A rule that crashes is our fault: its requirements are in error, and nothing of it is green. */
import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { Case, judge, type Rule } from "../../checks/index.ts";
import { exitCodeOf, resultsProblems, type Results } from "../../reports/index.ts";
import { nextSteps } from "../../reports/text/headline.ts";
import { Recorder } from "../../suites/engine/results/recorder.ts";
import { resultsOf } from "../../suites/engine/results/results-of.ts";
import { select } from "../../suites/engine/plan/selection.ts";

const history: History = { script: { id: "s", title: "s", steps: [] }, exchanges: [], unsent: [] };
const context = {
  profile: { readings: {} },
  target: { name: "t", access: "read-write", workflows: [], timeoutMs: 1, searchLagMs: 1 },
} as const;

const crashing: Rule = {
  id: "crashing",
  requirements: ["STATE-03", "STATE-04"],
  *judge() {
    yield { requirement: "STATE-03", outcome: "passed", exchanges: [] };
    throw new TypeError("boom");
  },
};
const sound: Rule = {
  id: "sound",
  requirements: ["STATE-01"],
  *judge() {
    yield { requirement: "STATE-01", outcome: "passed", exchanges: [] };
  },
};

test("a crash spoils its own requirements only, and keeps none of its judgements", () => {
  const judged = judge(new Case(history, context), { only: select([]).requirements, rules: [crashing, sound] });
  expect(judged.judgements.map(({ requirement }) => requirement)).toEqual(["STATE-01"]);
  expect(judged.crashes.map(({ requirement }) => requirement)).toEqual(["STATE-03", "STATE-04"]);
  expect(judged.crashes[0]?.message).toContain("boom");
});

function resultsWith(rules: readonly Rule[]): Results {
  const selection = select([]);
  const recorder = new Recorder({ baseUrl: "http://127.0.0.1", redact: (text) => text });
  for (const id of ["s", "t"]) {
    const one = { ...history, script: { ...history.script, id } };
    recorder.addJudged(one, judge(new Case(one, context), { only: selection.requirements, rules }));
  }
  return resultsOf(
    {
      identity: {
        runId: "r",
        startedAt: "2027-01-31T00:00:00.000Z",
        depth: "quick",
        seed: 1,
        only: [],
        failOn: "must",
      },
      environment: { name: "t", baseUrl: "http://127.0.0.1", access: "read-write", waivers: [] },
      selection,
      applicability: new Map(),
      interrupted: false,
      durationMs: 1,
    },
    recorder,
  ).results;
}

test("the results say error, and the exit code is 4", () => {
  const results = resultsWith([crashing, sound]);
  const statusOf = (id: string) => results.requirements.find((requirement) => requirement.id === id)?.status;
  expect(statusOf("STATE-03")).toBe("error");
  expect(statusOf("STATE-01")).toBe("passed");
  expect(exitCodeOf(results)).toBe(4);
});

test("a crash of an extension's rule is told once, with its file, and is no error of the suite", () => {
  const results = resultsWith([{ ...crashing, extension: "acme.ts" }, sound]);
  expect(exitCodeOf(results)).toBe(4);
  expect(results.errors).toMatchObject([
    { requirement: "STATE-03", extension: "acme.ts", count: 2 },
    { requirement: "STATE-04", extension: "acme.ts", count: 2 },
  ]);
  const told = nextSteps(results).filter(({ text }) => /acme|suite itself/.test(text));
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^your extension acme\.ts: the rule crashing crashed on s: TypeError: boom at .*judging\.unit/,
    ),
  ]);
  expect(results.reasons).toContain("STATE-03 could not be judged by an error of your extension acme.ts.");
  expect(resultsProblems(results)).toEqual([]);
});

test("a rule whose requirements are not selected does not run", () => {
  const judged = judge(new Case(history, context), { only: select(["PAGE"]).requirements, rules: [crashing, sound] });
  expect(judged).toEqual({ judgements: [], crashes: [] });
});

test("an action that is refused with status 200 and an error was not accepted", () => {
  const answers: readonly Json[] = [
    { error: { code: "006" }, data: null },
    { error: null, data: "0b7e9d0c-0000-4000-8000-000000000000" },
  ];
  const countsOf = (sent: readonly Json[]) => {
    const recorder = new Recorder({ baseUrl: "http://127.0.0.1", redact: (text) => text });
    const intent = { kind: "act", traceId: "t", workflowId: "w", actionKey: "sign", data: {}, files: [], workflow: 0 };
    const exchanges = sent.map((value) => ({
      ...{ operationId: "v2AppendAction", face: "v2", actor: "first", defects: [], traits: [], intent },
      ...{ sentAtMs: 0, receivedAtMs: 1, response: { status: 200, headers: {}, json: { value } } },
    })) as unknown as History["exchanges"];
    recorder.addTraffic({ ...history, exchanges });
    return recorder.state.actions?.map(({ statuses }) => statuses);
  };
  expect(countsOf(answers.slice(0, 1))).toEqual([{ refused: 1 }]);
  expect(countsOf(answers)).toEqual([{ refused: 1, 200: 1 }]);
});
