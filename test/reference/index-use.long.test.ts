/** Reads find what they want by an index, however many traces there are: what the planner of each engine says. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fill } from "../../bench/lib/fill.ts";
import type { JsonObject } from "../../reference/core/json.ts";
import { dataKeys } from "../../reference/policy/filters.ts";
import type { Database, Parameter, Session } from "../../reference/storage/database.ts";
import { noProgress } from "../../reference/policy/process.ts";
import { migrate } from "../../reference/storage/migrate.ts";
import { referenceSteps } from "../../reference/storage/migrations.ts";
import { openPGlite } from "../../reference/storage/pglite-database.ts";
import { openPostgres } from "../../reference/storage/postgres-database.ts";
import { DatabaseTraceStore } from "../../reference/storage/database-trace-store.ts";
import { startPostgres } from "./lib/postgres-server.ts";

const SCHEMA = "trace_reference";
const TRACES = 30_000;

interface Open {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

async function embedded(): Promise<Open> {
  const database = await openPGlite();
  return { database, close: () => database.close() };
}

/** As the service does it, one by one. */
async function write(database: Database): Promise<void> {
  const store = new DatabaseTraceStore(database, SCHEMA);
  for (let number = 1; number <= 1500; number++) {
    const place = { city: `city ${String(number % 50)}`, zip: number };
    const data = { number, customer: `customer ${String(number % 9)}`, status: "open", place };
    const now = new Date();
    const [traceId, common] = [randomUUID(), { workflowId: "2041", data, createdAt: now }];
    const link = { linkId: randomUUID(), traceId, position: 1, actionKey: "open", groupLabel: "clerks", files: [] };
    await store.create({
      trace: { traceId, organization: "acme", linkCount: 1, progress: noProgress, updatedAt: now, ...common },
      link: { ...link, createdBy: "ada@acme.example", ...common },
      files: [],
      searchDocument: data,
    });
  }
}

const generate = async (database: Database): Promise<void> => void (await fill(database, TRACES));

const engines: [string, () => Promise<Open>, (database: Database) => Promise<void>][] = [
  ["the embedded engine, filled at once", embedded, generate],
  ["the embedded engine, written to one by one", embedded, write],
  [
    "PostgreSQL",
    async () => {
      const server = await startPostgres();
      const database = openPostgres(server.url);
      return {
        database,
        async close() {
          await database.close();
          await server.close();
        },
      };
    },
    generate,
  ],
];

describe.each(engines)("%s", (_name, open, load) => {
  let database: Database;
  let close: () => Promise<void>;
  let traceId: string;

  beforeAll(async () => {
    ({ database, close } = await open());
    await migrate(database, SCHEMA, referenceSteps);
    await load(database);
    traceId = String((await database.query(`SELECT trace_id FROM ${SCHEMA}.traces LIMIT 1`))[0]?.["trace_id"]);
  }, 120_000);
  afterAll(() => close());

  /** The plans of the statements that a read runs: fitted to its values, and for any values, as after some repetitions. */
  async function plansOf(read: (store: DatabaseTraceStore) => Promise<unknown>): Promise<string[]> {
    const statements: { sql: string; parameters: readonly Parameter[] }[] = [];
    const recording: Database = {
      keepsStatistics: true,
      query: async (sql, parameters = []) => {
        statements.push({ sql, parameters });
        return database.query(sql, parameters);
      },
      script: (sql) => database.script(sql),
      transaction: (work) => database.transaction(work),
      close: () => Promise.resolve(),
    };
    await read(new DatabaseTraceStore(recording, SCHEMA));
    expect(statements).toHaveLength(1);
    return database.transaction(async (session) => {
      const plans: string[] = [];
      for (const { sql, parameters } of statements) {
        for (const mode of ["force_custom_plan", "force_generic_plan"])
          plans.push(await plan(session, mode, sql, parameters));
      }
      return plans;
    });
  }

  async function plan(session: Session, mode: string, sql: string, parameters: readonly Parameter[]): Promise<string> {
    await session.query(`SET LOCAL plan_cache_mode = ${mode}`);
    await session.query(`PREPARE planned AS ${sql}`);
    const values = parameters.map((value) => literal(value)).join();
    const rows = await session.query(`EXPLAIN EXECUTE planned(${values})`);
    await session.query("DEALLOCATE planned");
    return rows.map((row) => String(row["QUERY PLAN"])).join("\n");
  }

  const search = (filters: JsonObject) => (store: DatabaseTraceStore) =>
    store.search({ organization: "acme", workflowId: "2041", conditions: dataKeys.conditions(filters) });

  test.each<[string, JsonObject]>([
    ["a number", { number: 17 }],
    ["a text of some traces", { customer: "customer 3" }],
    ["a nested value", { "place.city": "city 7" }],
    ["an object", { place: { city: "city 1", zip: 1 } }],
    ["several values", { status: "open", urgent: true, number: 17 }],
    ["nothing that there is", { nonsense: null }],
  ])("search by %s goes by the index of contents", async (_what, filters) => {
    for (const plan of await plansOf(search(filters))) {
      expect(plan).toContain("traces_by_content");
      expect(plan).not.toContain("Seq Scan");
    }
  });

  test.each<[string, (store: DatabaseTraceStore) => Promise<unknown>]>([
    ["the state", (store) => store.trace(traceId)],
    ["the first links", (store) => store.links(traceId, { after: null, before: null, first: 25, last: null })],
    ["the last links", (store) => store.links(traceId, { after: null, before: 9, first: null, last: 25 })],
    ["the files", (store) => store.files(traceId, ["a", "b"])],
    [
      "the content of a file",
      async (store) => Array.fromAsync(store.contents.read({ digest: "a", size: 1 })).catch(() => 0),
    ],
  ])("%s of a trace come by indexes alone", async (_what, read) => {
    for (const plan of await plansOf(read)) {
      expect(plan).toContain("Index Scan");
      expect(plan).not.toContain("Seq Scan");
    }
  });
});

function literal(value: Parameter): string {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join()}]::text[]`;
  if (typeof value === "number") return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}
