import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reference } from "../../reference/index.ts";
import { startShared } from "../lib/reference.ts";
import { Client } from "./service.ts";

let reference: Reference;
let client: Client;
let traceId: string;

const data = {
  text: "Red",
  number: 7,
  yes: true,
  nothing: null,
  list: [1, 2],
  inner: { a: "x", b: { c: 1 } },
  "dotted.key": 1,
};

beforeAll(async () => {
  reference = await startShared();
  client = await new Client(reference.baseUrl).login();
  traceId = await client.create(data);
  await client.create({ text: "Blue", number: 8, list: [1, 2, 3] });
}, 30_000);

afterAll(() => reference.close());

const search = async (filters: unknown): Promise<unknown> => {
  const legacy = (await client.post("/trace/search/2041", { filters })).json;
  expect((await client.post("/v2/workflows/2041/traces/search", { filters })).json).toEqual({
    error: null,
    data: legacy,
  });
  expect((await client.post("/v2/workflows/Claims/traces/search", { filters })).json).toEqual({
    error: null,
    data: legacy,
  });
  return legacy;
};

test.each<object>([
  { text: "Red" },
  { number: 7 },
  { number: 7.0 },
  { yes: true },
  { nothing: null },
  { list: [1, 2] },
  { inner: { a: "x", b: { c: 1 } } },
  { inner: { b: { c: 1 }, a: "x" } },
  { "inner.a": "x" },
  { "inner.b.c": 1 },
  { "dotted.key": 1 },
  { text: "Red", number: 7, "inner.a": "x" },
])("%j finds the trace", async (filters) => {
  expect(await search(filters)).toEqual([traceId]);
});

test.each<object>([
  { text: "red" },
  { text: "Re" },
  { text: "Red " },
  { number: "7" },
  { yes: "true" },
  { yes: 1 },
  { nothing: "null" },
  { absent: null },
  { list: [1] },
  { list: [2, 1] },
  { list: 1 },
  { inner: { a: "x" } },
  { inner: {} },
  { "inner.a": "y" },
  { text: "Red", number: 8 },
  { "text.length": 3 },
  { constructor: null },
])("%j finds nothing", async (filters) => {
  expect(await search(filters)).toEqual([]);
});

test("without filters everything in the workflow is found, oldest first", async () => {
  const all = await search({});
  expect(all).toHaveLength(2);
  expect((all as string[])[0]).toBe(traceId);
  expect((await client.post("/trace/search/2042", { filters: {} })).json).toEqual([]);
});

test("search follows actions at once", async () => {
  const moving = await client.create({ phase: "one" });
  await client.action("legacy", moving, { data: { phase: "two" } });
  expect(await search({ phase: "one" })).toEqual([]);
  expect(await search({ phase: "two" })).toEqual([moving]);
});

test("the key __proto__ is a key like any other", async () => {
  const answer = await client.action("v2", undefined, { data: '{"__proto__": {"polluted": true}}' });
  const found = await client.send("POST", "/trace/search/2041", '{"filters":{"__proto__":{"polluted":true}}}', {
    "content-type": "application/json",
  });
  expect(found.json).toEqual([(answer.json as { data: string }).data]);
  expect("polluted" in {}).toBe(false);
});

test("legacy takes no workflow name", async () => {
  expect((await client.post("/trace/search/Claims", { filters: {} })).status).toBe(404);
});
