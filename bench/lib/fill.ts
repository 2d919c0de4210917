import type { Database } from "../../reference/storage/database.ts";

const SCHEMA = "trace_reference";

/**
 * Brings the number of traces of the workflow "Claims" to `count`, generated inside the database: a million in a minute
 * or so. Each has one link and a document of eight members; `number` is its own in each, `customer` is shared by
 * about a thousandth, `status` by a fifth.
 * @returns how many there were before
 */
export async function fill(database: Database, count: number): Promise<number> {
  const [row] = await database.query(`SELECT count(*)::float8 AS count FROM ${SCHEMA}.traces`);
  const before = Number(row?.["count"]);
  if (before >= count) return before;
  // Building an index over everything costs less than growing it row by row.
  const rebuild = count - before > before;
  if (rebuild) await database.script(`DROP INDEX ${SCHEMA}.traces_by_content`);
  for (let from = before; from < count; from += STEP) {
    await database.script(insertion(from + 1, Math.min(count, from + STEP)));
  }
  if (rebuild) {
    await database.script(
      `CREATE INDEX traces_by_content ON ${SCHEMA}.traces USING gin (search_document jsonb_path_ops) WITH (fastupdate = off)`,
    );
  }
  await database.script(`ANALYZE ${SCHEMA}.traces; ANALYZE ${SCHEMA}.links`);
  return before;
}

// In one statement the embedded engine would need memory for all of them.
const STEP = 100_000;

const insertion = (from: number, to: number): string => `
  WITH made AS (
    SELECT gen_random_uuid() AS trace_id, jsonb_build_object(
             'number', n, 'customer', 'customer ' || n / 1000, 'status', (ARRAY['new','open','held','paid','shut'])[n % 5 + 1],
             'amount', n * 0.5, 'urgent', n % 7 = 0, 'place', jsonb_build_object('city', 'city ' || n % 500, 'zip', n),
             'tags', jsonb_build_array('tag ' || n % 50, n), 'note', repeat('words ', 10)) AS data
      FROM generate_series(${String(from)}, ${String(to)}) AS n),
  linked AS (
    INSERT INTO ${SCHEMA}.links (trace_id, position, link_id, action_key, group_label, workflow_id, data, files, created_at, created_by)
    SELECT trace_id, 1, gen_random_uuid(), 'open', 'clerks', '2041', data, '[]', now(), 'ada@acme.example' FROM made)
  INSERT INTO ${SCHEMA}.traces (trace_id, organization, workflow_id, data, search_document, link_count, created_at, updated_at)
  SELECT trace_id, 'acme', '2041', data, data, 1, now(), now() FROM made`;
