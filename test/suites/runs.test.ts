/** Whole runs: repeatable, divisible, judged again with the same outcome. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profileOfPins, type Environment } from "../../driver/index.ts";
import { changesSince, resultsProblems, type Results } from "../../reports/index.ts";
import { nextSteps } from "../../reports/text/headline.ts";
import { catalog } from "../../suites/engine/plan/catalog.ts";
import { mergeRuns } from "../../suites/engine/judging/merge-runs.ts";
import type { CollectedRun } from "../../suites/engine/saved/collected-run.ts";
import { recheckRun } from "../../suites/engine/judging/recheck-run.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";
import { breaksEnvelope, target } from "../gating/lib/target.ts";
import { startStandIn } from "./lib/stand-in.ts";

const folders: string[] = [];
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "trace-conformance-"));
  folders.push(path);
  return path;
}

const table = ({ requirements }: Results): Record<string, string> =>
  Object.fromEntries(requirements.map(({ id, status }) => [id, status]));

// One service for all, and one whole run of it; later runs find what it left.
let environment: Environment;
let stop: () => Promise<void>;
let whole: Results;
const common = { depth: "quick", seed: 3 } as const;
const saved = folder();

beforeAll(async () => {
  ({ environment, close: stop } = await startStandIn("ledger"));
  whole = await runSuite(environment, { ...common, outputDir: saved });
}, 120_000);

afterAll(async () => {
  await stop();
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

describe("the same seed", () => {
  const planned = (seed: number) =>
    catalog(suiteContext(environment, profileOfPins({}), { runId: "r", depth: "standard", seed }));

  test("gives the same scripts, another seed gives others", () => {
    const scripts = (seed: number): string => JSON.stringify(planned(seed));
    expect(scripts(1)).toBe(scripts(1));
    expect(scripts(1)).not.toBe(scripts(2));
  });

  test("script ids are unique", () => {
    const ids = planned(1).flatMap((group) => group.scripts.map((script) => script.id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("shards", () => {
  test(
    "2 shards merged give the table of one run, also where the target holds what that left",
    { timeout: 120_000 },
    async () => {
      const shards = await Promise.all(
        [1, 2].map(async (index) => {
          const outputDir = folder();
          await runSuite(environment, { ...common, outputDir, shard: { index, count: 2 } });
          return outputDir;
        }),
      );
      const { results } = mergeRuns(shards);
      expect(table(results)).toEqual(table(whole));
      expect(results.verdict).toBe(whole.verdict);
      expect(resultsProblems(results)).toEqual([]);
      // A missing shard is seen.
      expect(mergeRuns(shards.slice(1)).results).toMatchObject({
        verdict: "incomplete",
        partial: { interrupted: true, because: "shard 1 of 2 is missing" },
      });
    },
  );
});

test("a run that is no shard cannot be merged with itself", () => {
  expect(() => mergeRuns([saved, saved])).toThrow(/are no shards: what they judged would count twice/);
  expect(mergeRuns([saved]).results.summary.exchanges).toBe(whole.summary.exchanges);
});

test("a saved run judged again is judged as the run itself was", { timeout: 120_000 }, async () => {
  const collected = JSON.parse(readFileSync(join(saved, "collected.json"), "utf8")) as CollectedRun;
  const { results } = await recheckRun(saved, collected, whole);
  expect(table(results)).toEqual(table(whole));
  expect(results.summary.exchanges).toBe(whole.summary.exchanges);
});

describe("a run", () => {
  test("with another seed differs in nothing that counts", { timeout: 120_000 }, async () => {
    const again = await runSuite(environment, { depth: "quick", seed: 99 });
    expect(table(again)).toEqual(table(whole));
    expect(again.verdict).toBe("conformant");
    const none = { broken: [], mended: [], lost: [], other: [], readings: [], operations: [] };
    expect(changesSince(whole, again)).toMatchObject(none);
  });

  test("stops at the first failure when asked to", { timeout: 120_000 }, async () => {
    const results = await runSuite(await target({ faults: [breaksEnvelope] }), { depth: "quick", seed: 1, bail: true });
    expect(results.verdict).toBe("non-conformant");
    // A third of a whole one.
    expect(results.summary.exchanges).toBeLessThan(200);
  });

  test("that may send few requests sends no more, and says what it could not judge", { timeout: 120_000 }, async () => {
    const results = await runSuite(environment, { depth: "quick", seed: 1, maxRequests: 260 });
    expect(results.summary.exchanges).toBeGreaterThan(200);
    expect(results.summary.exchanges).toBeLessThanOrEqual(260);
    const because = "its requests were used up (`--max-requests 260`)";
    expect(results).toMatchObject({ verdict: "incomplete", partial: { interrupted: true, because } });
    expect(results.requirements.filter(({ status }) => status === "failed")).toEqual([]);
    const open = results.requirements.find(({ status }) => status === "inconclusive");
    expect(open?.reason).toContain("a run with a higher `--max-requests`");
  });

  test("that ends among the probes takes nothing for a choice of the target", { timeout: 120_000 }, async () => {
    const results = await runSuite(environment, { depth: "quick", seed: 1, maxRequests: 12 });
    expect(results).toMatchObject({ verdict: "incomplete", summary: { exchanges: 12 } });
    expect(results.summary.cases).toBeLessThanOrEqual(12);
    expect(results.openPoints.filter(({ evidence }) => evidence.includes("not sent"))).toEqual([]);
    const open = results.requirements.filter(({ status }) => status !== "passed");
    const because = "its requests were used up (`--max-requests 12`)";
    for (const { id, reason } of open) expect(reason, id).toContain(because);
    expect(nextSteps(results).map(({ text }) => text)).toEqual([
      `The run ended early, as ${because}. What lets it reach its end: a run with a higher \`--max-requests\`, or without it.`,
    ]);
  });

  test("asked for one area judges only that, and is no shard of another", { timeout: 120_000 }, async () => {
    const outputDir = folder();
    const results = await runSuite(environment, { depth: "quick", seed: 1, only: ["FLOW"], outputDir });
    const judged = results.requirements.filter((requirement) => requirement.judged > 0);
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.every(({ area }) => area === "FLOW")).toBe(true);
    expect(results.partial?.only).toEqual(["FLOW"]);
    expect(() => mergeRuns([saved, outputDir])).toThrow(/not shards of one run/);
  });
});
