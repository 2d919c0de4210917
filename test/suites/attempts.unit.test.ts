/** A failure that shows at times alone is told with how often it was seen, wherever it is told. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { withNote } from "../../driver/index.ts";
import { formatByName } from "../../reports/index.ts";
import { failureScripts, mergeCollectors, ResultCollector, resultsProblems } from "../../reports/results/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { examineFailure } from "../../suites/engine/examine-failure.ts";
import { attemptAt, attemptOf } from "../../suites/engine/results/attempts.ts";
import type { ScriptOutcome } from "../../suites/engine/results/script-outcome.ts";
import { readSavedScript } from "../../suites/engine/saved/saved-script.ts";
import { base } from "../reports/sample-builder.ts";

const id = "SEARCH-03";
const script = (name: string, steps = 1): Script => ({
  id: name,
  title: name,
  steps: Array.from({ length: steps }, () => ({ op: "search", face: "v2", filters: {} }) as const),
});

describe("examineFailure", () => {
  const outcome = (of: Script, fails: boolean): ScriptOutcome => ({
    script: of,
    state: "judged",
    failures: fails ? [{ requirement: id, outcome: "failed", exchanges: [0], must: true }] : [],
    seen: { exchanges: 1, answered: 1, judgements: 1, wellFormed: { sent: 1, succeeded: 1 }, unsent: [] },
  });
  const bounds = { stopped: () => false, ended: () => false, tries: 10, timeMs: 1_000 };
  const examined = async (first: Script, isBroken: (run: number, again: boolean) => boolean): Promise<string[]> => {
    const again: string[] = [];
    let runs = 0;
    await examineFailure(outcome(first, true), id, {
      ...bounds,
      run: (one) => Promise.resolve(outcome(one, isBroken(runs++, false))),
      again: (one) => Promise.resolve(outcome(one, isBroken(again.push(one.id), true))),
    });
    return again;
  };

  test("what fails each time is tried twice again", async () => {
    expect(await examined(script("s"), () => true)).toEqual(["s/again-1", "s/again-2"]);
  });

  test("what fails at times is tried four times again, and so is the script that found it", async () => {
    const ids = await examined(script("s", 2), (run, again) => !again && run === 0);
    const four = (of: string): string[] => [1, 2, 3, 4].map((number) => `${of}/again-${String(number)}`);
    expect(ids).toEqual([...four("s/smaller-1"), ...four("s")]);
  });
});

const judgement = (outcome: Judgement["outcome"], message = "it is not found"): Judgement => ({
  requirement: id,
  outcome,
  ...(outcome === "failed" ? { message } : {}),
  exchanges: [0],
});

function collected(): ResultCollector {
  const collector = new ResultCollector();
  collector.addOperationSample("v2SearchTraces", "v2", 200, 3);
  const add = (one: Script, judgements: readonly Judgement[]): void => {
    const attemptAtId = attemptOf(one);
    collector.add({
      script: one,
      judgements,
      exchangesOf: () => [],
      scriptFile: `failures/${one.id.replaceAll("/", "-")}.json`,
      ...(attemptAtId === undefined ? {} : { attemptAt: attemptAtId }),
    });
  };
  add(script("small"), [judgement("failed")]);
  add(script("large", 3), [judgement("failed", "nor is that")]);
  add(script("large-too", 5), [judgement("failed", "nor is this")]);
  for (const number of [1, 2, 3, 4]) {
    add(attemptAt(script("small"), number), [judgement("passed")]);
    add(attemptAt(script("large", 3), number), [judgement(number === 2 ? "failed" : "passed")]);
  }
  return collector;
}

describe("what is told", () => {
  const results = mergeCollectors([collected().toJSON()]).finish(base);
  const found = results.requirements.find((one) => one.id === id);

  test("attempts are no cases and no failures of their own; what showed oftenest comes first", () => {
    expect(results.summary.cases).toBe(3);
    expect(found).toMatchObject({ judged: 3, failureCount: 3 });
    expect(found?.failures?.map((one) => [one.script.id, one.attempts])).toEqual([
      ["large", { seen: 2, of: 5 }],
      ["small", { seen: 1, of: 5 }],
      ["large-too", undefined],
    ]);
    expect(resultsProblems(results)).toEqual([]);
  });

  test.each(["terminal", "markdown", "junit", "ctrf"])("the format %s says how often it was seen", (name) => {
    expect(formatByName(name)?.render(results, {})).toContain("seen in 2 of 5 attempts");
  });

  test("the saved script says it, and is read again", () => {
    const [saved] = failureScripts(results);
    expect(saved).toMatchObject({ file: "failures/large.json", attempts: { seen: 2, of: 5 }, shows: [id] });
    const home = mkdtempSync(join(tmpdir(), "attempts-"));
    afterAll(() => rmSync(home, { recursive: true, force: true }));
    const file = join(home, "large.json");
    const { attempts, shows } = saved ?? {};
    writeFileSync(file, JSON.stringify({ ...saved?.script, attempts, shows }));
    expect(readSavedScript(file)).toEqual({ script: script("large", 3), attempts: { seen: 2, of: 5 }, shows: [id] });
  });

  test("a script of the shell says it at its head and at its end", () => {
    const noted = withNote("#!/usr/bin/env bash\ntrue\n", "seen in 2 of 5 attempts");
    expect(noted.split("\n").slice(0, 2)).toEqual(["#!/usr/bin/env bash", "# seen in 2 of 5 attempts"]);
    expect(noted.trimEnd().endsWith("'seen in 2 of 5 attempts'")).toBe(true);
  });
});
