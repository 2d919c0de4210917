/** Shards: merged they are the unsharded run, requirement by requirement. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { embeddedEnvironment, openDriver, profileOfPins, type Environment } from "../../driver/index.ts";
import { observe } from "../../probes/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { startReference } from "../../reference/index.ts";
import { exitCodeOf, resultsProblems, type Results } from "../../reports/index.ts";
import { faces } from "../../spec/operations.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { catalog } from "../../suites/engine/plan/catalog.ts";
import { mergeRuns } from "../../suites/engine/judging/merge-runs.ts";
import type { CollectedRun } from "../../suites/engine/saved/collected-run.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { shardOf } from "../../suites/engine/plan/shard.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";

const common = { depth: "quick", seed: 7 } as const;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "shards-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A target of its own for every run, so that none sees the traces of another. */
async function fresh<T>(faults: readonly string[], use: (environment: Environment) => Promise<T>): Promise<T> {
  const service = await startReference({ faults: [...faults] });
  try {
    return await use(embeddedEnvironment(service.baseUrl, embeddedTarget));
  } finally {
    await service.close();
  }
}

const profileOf = (faults: readonly string[]): Promise<Profile> =>
  fresh(faults, async (environment) => {
    const driver = await openDriver(environment, { runId: "profile" });
    return (await observe(driver).finally(() => driver.close())).profile;
  });

const table = ({ requirements }: Results): Record<string, string> =>
  Object.fromEntries(requirements.map(({ id, status, judged }) => [id, `${status}${judged > 0 ? ", judged" : ""}`]));

describe.each([
  ["a conformant service", [], 4],
  ["a service that breaks a MUST", ["state/last-member-is-dropped"], 2],
] as const)("%s", (_, faults, count) => {
  test(`${count} shards merged are the whole run`, { timeout: 300_000 }, async () => {
    const profile = await profileOf(faults);
    const whole = await fresh(faults, (environment) => runSuite(environment, { ...common, profile }));
    const folders: string[] = [];
    for (let index = 1; index <= count; index++) {
      const outputDir = folder();
      const shard = { index, count };
      const part = await fresh(faults, (environment) =>
        runSuite(environment, { ...common, profile, shard, outputDir }),
      );
      // A part is never the verdict of the whole.
      expect(exitCodeOf(part)).not.toBe(0);
      folders.push(outputDir);
    }
    const { results } = mergeRuns(folders.toReversed());
    expect(table(results)).toEqual(table(whole));
    expect([results.verdict, exitCodeOf(results)]).toEqual([whole.verdict, exitCodeOf(whole)]);
    // Every part asks by itself whether its configuration is right, and its password, through either face. It makes its own
    // failures smaller, too, so that only without failures the cases are the same otherwise.
    const asked = 1 + faces.length;
    if (faults.length === 0) expect(results.summary.cases).toBe(whole.summary.cases + asked * (count - 1));
    expect(results.partial).toBeUndefined();
    expect(resultsProblems(results)).toEqual([]);
    // One of them missing: incomplete, unless what is there is red already.
    const some = mergeRuns(folders.slice(1)).results;
    expect(some.partial).toEqual({
      interrupted: true,
      because: `shard 1 of ${count} is missing`,
      remedy: "a merge of all shards",
    });
    expect(some.verdict).not.toBe("conformant");
  });
});

test("every script is in exactly one shard, for any number of them", async () => {
  const environment = embeddedEnvironment("http://127.0.0.1:9", embeddedTarget);
  const context = suiteContext(environment, profileOfPins({}), { ...common, runId: "r" });
  const ids = catalog(context).flatMap(({ scripts }) => scripts.map(({ id }) => id));
  for (const n of [1, 2, 3, 7, ids.length, ids.length + 5]) {
    const parts = Array.from({ length: n }, (_, at) => shardOf(ids, { index: at + 1, count: n }));
    expect(parts.flat().toSorted()).toEqual(ids.toSorted());
    const sizes = parts.map((part) => part.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  }
});

test("what does not belong together is not merged", { timeout: 120_000 }, async () => {
  const [a, b] = [folder(), folder()];
  const only = ["FLOW"];
  await fresh([], (environment) =>
    runSuite(environment, { ...common, only, outputDir: a, shard: { index: 1, count: 2 } }),
  );
  await fresh([], (environment) =>
    runSuite(environment, { ...common, only, seed: 8, outputDir: b, shard: { index: 2, count: 2 } }),
  );
  expect(() => mergeRuns([a, b])).toThrow(/not shards of one run.*seed/s);
  expect(() => mergeRuns([])).toThrow(/at least one/);
  expect(() => mergeRuns([join(a, "nothing")])).toThrow(/collected\.json: .*no such file/);
  const collected = JSON.parse(readFileSync(join(a, "collected.json"), "utf8")) as CollectedRun;
  expect(collected.options.partial?.shard).toEqual({ index: 1, count: 2 });
});

test("through the command, shards on one target", { timeout: 300_000 }, async () => {
  const cwd = emptyFolder();
  writeConfiguration(cwd, await reference());
  const run = ["run", "--env", "vendor", "--depth", "quick", "--seed", "7", "--quiet"];
  const whole = await callCli(run, { cwd });
  expect(whole).toMatchObject({ code: 0 });
  for (const index of [1, 2]) {
    const { code, stderr } = await callCli([...run, "--shard", `${index}/2`, "--output", `shard-${index}`], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 3 });
  }
  const merged = await callCli(["merge", "shard-1", "shard-2", "--output", "merged"], { cwd });
  expect(merged).toMatchObject({ code: 0 });
  expect(table(resultsIn(cwd, "merged"))).toEqual(table(resultsIn(cwd)));
});
