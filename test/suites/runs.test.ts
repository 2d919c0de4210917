/** Whole runs: repeatable, divisible, judged again with the same outcome. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { profileOfPins } from "../../driver/index.ts";
import { resultsProblems, type Results } from "../../reports/index.ts";
import { catalog } from "../../suites/engine/plan/catalog.ts";
import { mergeRuns } from "../../suites/engine/judging/merge-runs.ts";
import type { CollectedRun } from "../../suites/engine/saved/collected-run.ts";
import { recheckRun } from "../../suites/engine/judging/recheck-run.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";
import { breaksEnvelope, target } from "../gating/lib/target.ts";
import { standIn } from "./lib/stand-in.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "trace-conformance-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const table = ({ requirements }: Results): Record<string, string> =>
  Object.fromEntries(requirements.map(({ id, status }) => [id, status]));

describe("the same seed", () => {
  test("gives the same scripts, another seed gives others", async () => {
    const environment = await standIn("ledger");
    const scripts = (seed: number): string =>
      JSON.stringify(catalog(suiteContext(environment, profileOfPins({}), { runId: "r", depth: "standard", seed })));
    expect(scripts(1)).toBe(scripts(1));
    expect(scripts(1)).not.toBe(scripts(2));
  });

  test("script ids are unique", async () => {
    const environment = await standIn("ledger");
    const context = suiteContext(environment, profileOfPins({}), { runId: "r", depth: "standard", seed: 1 });
    const ids = catalog(context).flatMap((group) => group.scripts.map((script) => script.id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("shards", () => {
  test("2 shards merged give the table of one run", { timeout: 120_000 }, async () => {
    const environment = await standIn("ledger");
    const common = { depth: "quick", seed: 3 } as const;
    const whole = await runSuite(environment, common);
    const folders = await Promise.all(
      [1, 2].map(async (index) => {
        const outputDir = folder();
        await runSuite(environment, { ...common, outputDir, shard: { index, count: 2 } });
        return outputDir;
      }),
    );
    const { results } = mergeRuns(folders);
    expect(table(results)).toEqual(table(whole));
    expect(results.verdict).toBe(whole.verdict);
    expect(resultsProblems(results)).toEqual([]);
    // A missing shard is seen.
    expect(mergeRuns(folders.slice(1)).results).toMatchObject({
      verdict: "incomplete",
      partial: { interrupted: true, because: "shard 1 of 2 is missing" },
    });
  });

  test("runs that do not belong together are refused", { timeout: 120_000 }, async () => {
    const environment = await standIn("ledger");
    const [one, two] = [folder(), folder()];
    await runSuite(environment, { depth: "quick", only: ["FLOW"], seed: 1, outputDir: one });
    await runSuite(environment, { depth: "quick", only: ["FLOW"], seed: 2, outputDir: two });
    expect(() => mergeRuns([one, two])).toThrow(/not shards of one run/);
  });
});

describe("recheck", () => {
  test("judges a saved run as the run itself did", { timeout: 120_000 }, async () => {
    const environment = await standIn("ledger");
    const outputDir = folder();
    const before = await runSuite(environment, { depth: "quick", seed: 3, outputDir });
    const collected = JSON.parse(readFileSync(join(outputDir, "collected.json"), "utf8")) as CollectedRun;
    const { results } = await recheckRun(outputDir, collected, before);
    expect(table(results)).toEqual(table(before));
    expect(results.summary.exchanges).toBe(before.summary.exchanges);
  });
});

describe("a run", () => {
  test(
    "on a target that holds what earlier runs of the same seed left, gives the same verdict",
    { timeout: 120_000 },
    async () => {
      const environment = await standIn("ledger");
      const first = await runSuite(environment, { depth: "quick", seed: 5 });
      const second = await runSuite(environment, { depth: "quick", seed: 5 });
      expect(table(second)).toEqual(table(first));
      expect(second.verdict).toBe("conformant");
    },
  );

  test("stops at the first failure when asked to", { timeout: 120_000 }, async () => {
    const environment = await target({ faults: [breaksEnvelope] });
    const results = await runSuite(environment, { depth: "quick", seed: 1, bail: true });
    expect(results.verdict).toBe("non-conformant");
    // A third of a whole one.
    expect(results.summary.exchanges).toBeLessThan(200);
  });

  test("that may send few requests sends no more, and says what it could not judge", { timeout: 120_000 }, async () => {
    const results = await runSuite(await standIn("ledger"), { depth: "quick", seed: 1, maxRequests: 260 });
    expect(results.summary.exchanges).toBeGreaterThan(200);
    expect(results.summary.exchanges).toBeLessThanOrEqual(260);
    const because = "its requests were used up (`--max-requests 260`)";
    expect(results).toMatchObject({ verdict: "incomplete", partial: { interrupted: true, because } });
    expect(results.requirements.filter(({ status }) => status === "failed")).toEqual([]);
    const open = results.requirements.find(({ status }) => status === "inconclusive");
    expect(open?.reason).toContain("a run with a higher `--max-requests`");
  });

  test("asked for one area judges only that", { timeout: 120_000 }, async () => {
    const results = await runSuite(await standIn("ledger"), { depth: "quick", seed: 1, only: ["FLOW"] });
    const judged = results.requirements.filter((requirement) => requirement.judged > 0);
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.every(({ area }) => area === "FLOW")).toBe(true);
    expect(results.partial?.only).toEqual(["FLOW"]);
  });
});
