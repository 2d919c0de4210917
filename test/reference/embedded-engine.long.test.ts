/** The embedded engine behind the client of a PostgreSQL server. */
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../../reference/storage/database.ts";
import { openPGlite } from "../../reference/storage/pglite-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openPGlite();
  await database.script("CREATE TABLE things (id integer PRIMARY KEY, data jsonb, made_at timestamptz DEFAULT now())");
});
afterAll(() => database.close());

const add = "INSERT INTO things (id, data) VALUES ($1, $2) RETURNING id";

test("values keep their types", async () => {
  await database.query(add, [1, '{"a":[1,"😀"]}']);
  const [row] = await database.query("SELECT * FROM things WHERE id = ANY($1::int[])", [["1"]]);
  expect(row).toEqual({ id: 1, data: { a: [1, "😀"] }, made_at: expect.any(Date) as Date });
});

test("what was prepared before an error can be used after it", async () => {
  await database.query(add, [2, null]);
  await expect(database.query(add, [2, null])).rejects.toThrow(/duplicate key/);
  expect(await database.query(add, [3, null])).toEqual([{ id: 3 }]);
  await expect(database.query("SELECT nothing")).rejects.toThrow(/"nothing" does not exist/);
  expect(await database.query(add, [4, null])).toEqual([{ id: 4 }]);
});

test("a transaction that fails leaves nothing, and lets others in", async () => {
  const failing = database.transaction(async (session) => {
    await session.query(add, [5, null]);
    await session.query(add, [5, null]);
  });
  const other = database.query(add, [6, null]);
  await expect(failing).rejects.toThrow(/duplicate key/);
  await other;
  const rows = await database.query("SELECT id FROM things WHERE id IN (5, 6)");
  expect(rows).toEqual([{ id: 6 }]);
});

test("statements asked for at once are answered each", async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const rows = await Promise.all(numbers.map((n) => database.query("SELECT $1::int AS n", [n])));
  expect(rows.map(([row]) => row?.["n"])).toEqual(numbers);
});

test("a value of 16 MiB comes back whole", async () => {
  const text = "0123456789abcdef".repeat(1 << 20);
  const [row] = await database.query("SELECT $1::text AS text", [text]);
  expect(row?.["text"] === text).toBe(true);
});

test("a new database starts from a cluster that is made once", { timeout: 60_000 }, async () => {
  const cache = mkdtempSync(join(tmpdir(), "clusters-"));
  vi.stubEnv("XDG_CACHE_HOME", cache);
  const kept = join(cache, "trace-conformance");
  try {
    const made: number[] = [];
    for (let time = 0; time < 2; time++) {
      const one = await openPGlite();
      expect(await one.query("SELECT to_regclass('shelves') AS shelves")).toEqual([{ shelves: null }]);
      await one.script("CREATE TABLE shelves (id integer PRIMARY KEY)");
      await one.close();
      made.push(...readdirSync(kept).map((name) => statSync(join(kept, name)).mtimeMs));
    }
    expect(made).toHaveLength(2);
    expect(made[1]).toBe(made[0]);
  } finally {
    vi.unstubAllEnvs();
  }
});
