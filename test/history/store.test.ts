/** The store on the embedded engine: what is added comes back, once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../reference/storage/migrate.ts";
import { keptRun } from "../../reports/history/index.ts";
import { verdictOfRun } from "../../reports/history/kept-run.ts";
import { historySteps } from "../../suites/history/migrations.ts";
import { patiently } from "../../suites/history/retry.ts";
import { historySchema, HistoryStore } from "../../suites/history/store.ts";
import { sharedDatabase } from "../lib/reference.ts";
import { nightResults } from "./lib/nights.ts";

let store: HistoryStore;

beforeAll(async () => {
  const { database } = await sharedDatabase();
  await migrate(database, historySchema, historySteps);
  store = new HistoryStore(database);
});
afterAll(async () => (await sharedDatabase()).database.script(`DROP SCHEMA ${historySchema} CASCADE`));

test("a run comes back as it was added", async () => {
  const results = nightResults({
    environment: "whole",
    statuses: { "STATE-03": "failed" },
    reasons: { "STATE-03": "gone" },
  });
  const run = keptRun(results, "https://reports.example/1");
  expect(await store.add(run)).toBe("added");
  const { reasons, measured, drift, specDigest, ...past } = run;
  expect(await store.runs("whole")).toEqual([past]);
  expect(await store.details(run)).toEqual({ reasons, measured, drift, specDigest });
  expect(reasons).toEqual({ "STATE-03": "gone" });
});

test("for what a run is red beside its requirements comes back; of a run kept before that was, nothing is known", async () => {
  const results = { ...nightResults({ environment: "slow" }), failOn: "should" as const };
  const warned = { ...results.summary.requirements, warned: 1 };
  const run = keptRun({ ...results, summary: { ...results.summary, requirements: warned } });
  expect(run).toMatchObject({ verdict: "conformant", redFor: "1 SHOULD not met (--fail-on should)" });
  await store.add(run);
  expect((await store.runs("slow"))[0]).toMatchObject({ redFor: run.redFor });
  expect(keptRun(results)).not.toHaveProperty("redFor");
});

test("of how few requirements a green is comes back", async () => {
  const results = nightResults({ environment: "little" });
  const unjudged = { because: "not-selected" } as const;
  const requirements = results.requirements.map((one, at) =>
    at < 17 ? one : { ...one, status: "skipped" as const, unjudged },
  );
  const counts = { ...results.summary.requirements, passed: 17, skipped: requirements.length - 17 };
  const run = keptRun({ ...results, requirements, summary: { ...results.summary, requirements: counts } });
  await store.add(run);
  const [kept] = await store.runs("little");
  expect(kept).toMatchObject({ judgedOnly: `17 of ${String(requirements.length)}` });
  expect(kept && verdictOfRun(kept)).toBe(`Conformant in the 17 of ${String(requirements.length)} judged`);
  expect(keptRun(results)).not.toHaveProperty("judgedOnly");
});

test("twice is once; another outcome of the same run stays out until it is to replace the first", async () => {
  const first = keptRun(nightResults({ environment: "twice" }));
  const other = keptRun(nightResults({ environment: "twice", statuses: { "STATE-03": "failed" } }));
  expect(await Promise.all([store.add(first), store.add(first)])).toEqual(["added", "known"]);
  expect(await store.add(other)).toBe("differs");
  expect((await store.runs("twice"))[0]?.verdict).toBe("conformant");
  expect(await store.add(other, { replace: true })).toBe("replaced");
  expect((await store.runs("twice")).map(({ verdict }) => verdict)).toEqual(["non-conformant"]);
});

test("a store that an earlier version made takes the later steps, and keeps its runs", async () => {
  const { database } = await sharedDatabase();
  const schema = "old_history";
  await migrate(database, schema, historySteps.slice(0, 1));
  await database.script(`
    INSERT INTO ${schema}.requirement_lists VALUES ('l', '[]');
    INSERT INTO ${schema}.profiles VALUES ('p', '{}');
    INSERT INTO ${schema}.runs VALUES ('old', 'r', 'u', 'read-only', 7, 'quick', now(), 1, '0.1.0', 's', 'conformant', NULL,
      'l', '', '{}', 'p', '{}', '{}', 0, 0, 0, '{}', NULL, 'c')`);
  await migrate(database, schema, historySteps);
  const kept = await database.query(`SELECT run_id, red_for, judged_only FROM ${schema}.runs`);
  await database.script(`DROP SCHEMA ${schema} CASCADE`);
  expect(kept).toEqual([{ run_id: "r", red_for: null, judged_only: null }]);
});

test("run ids tell runs on one target apart, and no more", async () => {
  for (const environment of ["one", "two"])
    expect(await store.add(keptRun(nightResults({ environment, runId: "same" })))).toBe("added");
});

test("what a target wrote is kept, whatever characters it has", async () => {
  const hostile = "\u0000\ud800'; DROP TABLE runs; --\u001b";
  const results = nightResults({ environment: `hostile${hostile}`, readings: { "link-order": { order: hostile } } });
  const run = keptRun({ ...results, runId: hostile });
  expect(await store.add(run)).toBe("added");
  expect((await store.runs(run.environment))[0]?.readings).toEqual(run.readings);
});

test("runs are read since a day, the earliest first", async () => {
  for (const night of [3, 1, 2]) await store.add(keptRun(nightResults({ environment: "order", night })));
  const since = new Date("2026-01-03T00:00:00Z");
  expect((await store.runs("order", since)).map(({ runId }) => runId)).toEqual(["order-2", "order-3"]);
  const targets = await store.targets();
  expect(targets).toContainEqual({ environment: "order", runs: 3, lastAt: "2026-01-04T03:00:00.000Z" });
});

test("migrating again changes nothing, and a schema of a newer program is refused", async () => {
  const { database } = await sharedDatabase();
  await migrate(database, historySchema, historySteps);
  expect((await store.targets()).length).toBeGreaterThan(0);
  await expect(migrate(database, historySchema, [])).rejects.toThrow(/newer version/);
});

test("work is done again where the database asks for it, and only there", async () => {
  const failing = (code: string, times: number): (() => Promise<number>) => {
    let count = 0;
    return () => (count++ < times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve(count));
  };
  const pauses: number[] = [];
  const pause = (ms: number): Promise<void> => (pauses.push(ms), Promise.resolve());
  expect(await patiently(failing("40001", 3), pause)).toBe(4);
  expect(await patiently(failing("40P01", 1), pause)).toBe(2);
  await expect(patiently(failing("23505", 1), pause)).rejects.toThrow("23505");
  pauses.length = 0;
  await expect(patiently(failing("53300", 99), pause)).rejects.toThrow("53300");
  expect(pauses.reduce((sum, ms) => sum + ms)).toBeLessThan(30_000);
});
