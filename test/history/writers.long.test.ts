/** Many writers at once, on a real PostgreSQL and on a folder: no run is lost, none is there twice, a kill breaks nothing. */
import type { ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type HistoryStore } from "../../suites/history/index.ts";
import { emptyFolder, runCli, type CliOutcome } from "../cli/lib/run-cli.ts";
import { startPostgres, type PostgresServer } from "../reference/lib/postgres-server.ts";
import { nightResults } from "./lib/nights.ts";

const writers = 8;
const targets = 10;

/** Writes results of that many runs, and names the files. */
function writeRuns(cwd: string, count: number): readonly string[] {
  mkdirSync(join(cwd, "runs"));
  return Array.from({ length: count }, (_, at) => {
    const [environment, night] = [`target-${String(at % targets)}`, Math.floor(at / targets)];
    const statuses = { "STATE-03": night % 7 === 3 ? "failed" : "passed" } as const;
    const file = join("runs", `${String(at)}.json`);
    writeFileSync(join(cwd, file), JSON.stringify(nightResults({ environment, night, statuses })));
    return file;
  });
}

/** What each writer is given: its part, and that of its neighbour, so that every run is added twice. */
function parts(files: readonly string[]): readonly (readonly string[])[] {
  const of = (writer: number): readonly string[] => files.filter((_, at) => at % writers === writer % writers);
  return Array.from({ length: writers }, (_, writer) => [...of(writer), ...of(writer + 1)]);
}

const add = (
  cwd: string,
  store: string,
  files: readonly string[],
  onStart?: (child: ChildProcess) => void,
): Promise<CliOutcome> =>
  runCli(["history", "add", ...files, "--store", store], { cwd, ...(onStart ? { onStart } : {}) });

/** The runs of each target by their ids, each with everything that belongs to it. */
async function expectWhole(store: HistoryStore, count: number): Promise<void> {
  const kept = await store.targets();
  expect(kept.reduce((sum, { runs }) => sum + runs, 0)).toBe(count);
  for (const { environment, runs } of kept) {
    const read = await store.runs(environment);
    expect(new Set(read.map(({ runId }) => runId)).size).toBe(runs);
    for (const run of read) {
      expect(run.statuses).toHaveLength(run.requirements.length);
      expect(run.requirements.length).toBeGreaterThan(100);
      expect(run.readings).toEqual({ "link-order": '{"order":"oldest-first"}' });
    }
  }
}

describe("PostgreSQL", { timeout: 240_000 }, () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres.close());

  test("1,000 runs by 8 processes at once, each run by two of them: none lost, none doubled", async () => {
    const cwd = emptyFolder();
    const outcomes = await Promise.all(parts(writeRuns(cwd, 1_000)).map((files) => add(cwd, postgres.url, files)));
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(outcomes.map(() => [0, ""]));
    const counted = outcomes.map(({ stdout }) =>
      /added (\d+) runs? to .*; (\d+) runs? w/.exec(stdout)?.slice(1).map(Number),
    );
    expect(counted.reduce((sum, [added = 0] = []) => sum + added, 0)).toBe(1_000);
    expect(counted.reduce((sum, [, known = 0] = []) => sum + known, 0)).toBe(1_000);
    // The password of the address is on no screen.
    expect(outcomes.map(({ stdout }) => stdout).join("")).not.toContain("postgres:postgres");
    const store = await openStore(postgres.url, { cwd, create: false });
    await expectWhole(store, 1_000);
    await store.close();
  });

  test("kill -9 of writers in the middle breaks nothing, and adding again brings the rest", async () => {
    const cwd = emptyFolder();
    const admin = await openStore(postgres.url, { cwd, create: true });
    const before = (await admin.targets()).reduce((sum, { runs }) => sum + runs, 0);
    const files = writeRuns(cwd, 1_000);
    // Other runs than those of the test before, on targets of their own.
    files.forEach((file, at) =>
      writeFileSync(
        join(cwd, file),
        JSON.stringify(nightResults({ environment: `killed-${String(at % targets)}`, night: at })),
      ),
    );
    const children: ChildProcess[] = [];
    const running = parts(files).map((some) => add(cwd, postgres.url, some, (child) => children.push(child)));
    const keptSoFar = async (): Promise<number> =>
      (await admin.targets()).reduce((sum, { runs }) => sum + runs, 0) - before;
    while ((await keptSoFar()) < 200) await wait(20);
    for (const child of children.slice(0, 4)) child.kill("SIGKILL");
    const outcomes = await Promise.all(running);
    expect(outcomes.slice(0, 4).every(({ code }) => code === null)).toBe(true);
    expect(outcomes.slice(4).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(await keptSoFar()).toBeLessThan(1_000);
    await expectWhole(admin, before + (await keptSoFar()));
    expect((await add(cwd, postgres.url, files)).code).toBe(0);
    await expectWhole(admin, before + 1_000);
    await admin.close();
  });
});

describe("a folder", { timeout: 240_000 }, () => {
  test("is written by processes in turn; one that is killed leaves it whole", async () => {
    const cwd = emptyFolder();
    const files = writeRuns(cwd, 40);
    const some = parts(files);
    // The first of all is killed while it makes the store, or while it adds.
    const first = add(cwd, "nights", files, (child) => void setTimeout(() => child.kill("SIGKILL"), 1_500));
    const outcomes = await Promise.all([first, ...some.slice(0, 4).map((part) => add(cwd, "nights", part))]);
    expect(outcomes.slice(1).map(({ code, stderr }) => [code, stderr])).toEqual(
      Array.from({ length: 4 }, () => [0, ""]),
    );
    expect((await add(cwd, "nights", files)).code).toBe(0);
    const store = await openStore("nights", { cwd, create: false });
    await expectWhole(store, 40);
    await store.close();
  });
});
