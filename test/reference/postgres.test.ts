import { afterAll, beforeAll, expect, test } from "vitest";
import { startReference } from "../../reference/index.ts";
import type { Reference } from "../../reference/index.ts";
import { startPostgres } from "./lib/postgres-server.ts";
import type { PostgresServer } from "./lib/postgres-server.ts";
import { Client, textFile } from "./service.ts";

let postgres: PostgresServer;
let references: Reference[] = [];
let clients: Client[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  references = await Promise.all([0, 1, 2].map(() => startReference({ database: postgres.url })));
  const [first] = references;
  if (first === undefined) throw new Error("no service");
  const { token } = await new Client(first.baseUrl).login();
  clients = references.map(({ baseUrl }) => new Client(baseUrl, token));
}, 60_000);

afterAll(async () => {
  await Promise.all(references.map((reference) => reference.close()));
  await postgres.close();
});

const client = (index: number): Client => clients[index % clients.length] as Client;

test("services on one database accept each other's tokens and read each other's traces", async () => {
  const bytes = Buffer.alloc(700_000, "abc");
  const traceId = await client(0).create({ a: 1 }, [textFile("a", "x"), { partName: "big", fileName: "big", bytes }]);
  expect(await client(1).state(traceId)).toEqual({ data: { a: 1 } });
  const digest = (await client(2).details(traceId)).links[0]?.files[1]?.digest ?? "";
  expect((await client(1).get(`/v2/traces/${traceId}/file/${digest}`)).bytes.equals(bytes)).toBe(true);
  expect((await client(2).post("/trace/search/2041", { filters: { a: 1 } })).json).toEqual([traceId]);
});

test("appends through several services at the same time lose nothing", async () => {
  const traceId = await client(0).create({});
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      client(n).action(n % 2 ? "v2" : "legacy", traceId, { data: { [`k${String(n)}`]: n } }, [textFile("f", "same")]),
    ),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const { links, totalCount } = await client(1).details(traceId, { first: 100 });
  expect(totalCount).toBe(61);
  expect(new Set(links.map(({ linkId }) => linkId)).size).toBe(61);
  const state = (await client(2).state(traceId)) as { data: object };
  expect(Object.keys(state.data)).toHaveLength(60);
});
