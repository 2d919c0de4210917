/** What real runs write: taken by every official schema and reader. The third, hostile one is in `../hostile/command.test.ts`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reference } from "../../reference/index.ts";
import type { Results } from "../../reports/index.ts";
import { recordedRun } from "../../scripts/docs-samples/pages.ts";
import { officialOf, readJunit, testCasesOf } from "./official.ts";
import { startShared } from "../lib/reference.ts";
import { realRun, type RealRun } from "./real-run.ts";

const targets = [
  ["conformant", [], 0],
  [
    "failing",
    ["file/last-byte-is-lost", "details/total-count-stops-at-five", "robustness/malformed-json-is-a-server-error"],
    1,
  ],
] as const;

describe.each(targets)("a %s run", (_, faults, exitCode) => {
  let service: Reference;
  let run: RealRun;
  beforeAll(async () => {
    service = await startShared({ faults: [...faults] });
    run = await realRun(service.baseUrl);
  }, 120_000);
  afterAll(async () => {
    run.remove();
    await service.close();
  });

  test("ends with its verdict", () => {
    expect(run.code).toBe(exitCode);
  });

  test.each(Object.entries(officialOf))("writes a report %s that is taken", async (format, problemsIn) => {
    expect(await problemsIn(run.read(format))).toEqual([]);
  });

  test("has the members of the run that the documentation shows; else run `node scripts/docs-samples.ts --run`", () => {
    const members = (value: object | undefined): string[] => Object.keys(value ?? {}).sort();
    const shown = recordedRun();
    const found = (results: Results) => results.requirements.find(({ id }) => id === "FILE-01");
    expect(members(shown)).toEqual(expect.arrayContaining(members(run.results)));
    if (faults.length === 0) return;
    const [ours, theirs] = [found(run.results), found(shown)];
    // A run that has little time does not run each script again that failed beside a 5xx, and says so as the reason.
    const isShownAlways = (member: string): boolean => member !== "reason";
    expect(members(theirs)).toEqual(members(ours).filter(isShownAlways));
    const failure = members(ours?.failures?.[0]);
    // A run that has little time does not try this failure again.
    const triedAgain = failure.includes("attempts") ? [] : ["attempts"];
    expect(members(theirs?.failures?.[0])).toEqual([...failure, ...triedAgain].sort());
    expect(members(theirs?.failures?.[0]?.exchanges[0])).toEqual(members(ours?.failures?.[0]?.exchanges[0]));
  });

  test("gives each exchange of the HAR the moment it was sent", () => {
    const { log } = JSON.parse(run.read("har")) as { log: { entries: { startedDateTime: string }[] } };
    const [from, until] = [Date.parse(run.results.startedAt), Date.now()];
    const times = log.entries.map(({ startedDateTime }) => Date.parse(startedDateTime));
    for (const time of times) expect(time).toBeGreaterThanOrEqual(from);
    for (const time of times) expect(time).toBeLessThanOrEqual(until);
    expect(new Set(times).size).toBeGreaterThanOrEqual(times.length / 2);
  });

  test("says the same in every format", async () => {
    const { passed, failed, warned } = run.results.summary.requirements;
    const ctrf = JSON.parse(run.read("ctrf")) as { results: { summary: { passed: number; failed: number } } };
    expect(ctrf.results.summary).toMatchObject({ passed, failed });
    const cases = testCasesOf(await readJunit(run.read("junit")));
    expect(cases.filter((found) => found.failure)).toHaveLength(failed);
    const sarif = JSON.parse(run.read("sarif")) as { runs: { results: { ruleId: string; kind: string }[] }[] };
    const found = sarif.runs[0]?.results.filter(({ kind }) => kind === "fail") ?? [];
    expect(new Set(found.map(({ ruleId }) => ruleId)).size).toBe(failed + warned);
    const intoto = JSON.parse(run.read("intoto")) as { predicate: { passedTests: string[] } };
    expect(intoto.predicate.passedTests).toHaveLength(passed);
  });
});
