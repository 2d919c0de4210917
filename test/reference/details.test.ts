import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reference } from "../../reference/index.ts";
import { startShared } from "../lib/reference.ts";
import { Client } from "./service.ts";
import type { Details } from "./service.ts";

let reference: Reference;
let client: Client;
let traceId: string;

beforeAll(async () => {
  reference = await startShared();
  client = await new Client(reference.baseUrl).login();
  traceId = await client.create({ n: 0 });
  for (let n = 1; n < 30; n++) await client.action("v2", traceId, { data: { n } });
}, 30_000);

afterAll(() => reference.close());

const numbers = (page: Details): number[] => page.links.map(({ data }) => (data as { n: number }).n);
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

test("the default page has 25 links, from the start", async () => {
  const page = await client.details(traceId);
  expect(numbers(page)).toEqual(range(0, 25));
  expect(page).toMatchObject({ totalCount: 30, info: { hasNext: true, hasPrevious: false } });
  expect(numbers(await client.details(traceId, null))).toEqual(range(0, 25));
});

test("first and last take links from the start and the end; too many are clamped", async () => {
  expect(numbers(await client.details(traceId, { first: 3 }))).toEqual([0, 1, 2]);
  expect(numbers(await client.details(traceId, { last: 3 }))).toEqual([27, 28, 29]);
  expect(numbers(await client.details(traceId, { first: 100_000 }))).toEqual(range(0, 30));
});

test.each([1, 4, 29, 30, 31])("walks of page size %i meet every link once", async (size) => {
  const forward: number[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await client.details(traceId, { first: size, ...(after === undefined ? {} : { after }) });
    expect(page.info.hasPrevious).toBe(forward.length > 0);
    forward.push(...numbers(page));
    after = page.info.endCursor;
    if (!page.info.hasNext) break;
  }
  expect(forward).toEqual(range(0, 30));

  let backward: number[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await client.details(traceId, { last: size, ...(before === undefined ? {} : { before }) });
    expect(page.info.hasNext).toBe(backward.length > 0);
    backward = [...numbers(page), ...backward];
    before = page.info.startCursor;
    if (!page.info.hasPrevious) break;
  }
  expect(backward).toEqual(range(0, 30));
});

test("both cursors bound a page", async () => {
  const { info } = await client.details(traceId, {
    first: 10,
    after: (await client.details(traceId, { first: 5 })).info.endCursor,
  });
  const between = await client.details(traceId, { first: 100, after: info.startCursor, before: info.endCursor });
  expect(numbers(between)).toEqual(range(6, 14));
  const lastTwo = await client.details(traceId, { last: 2, after: info.startCursor, before: info.endCursor });
  expect(numbers(lastTwo)).toEqual([12, 13]);
});

test("a page behind the last link is empty", async () => {
  const { info } = await client.details(traceId, { last: 1 });
  const page = await client.details(traceId, { first: 5, after: info.endCursor });
  expect(page).toMatchObject({ links: [], totalCount: 30, info: { hasNext: false, hasPrevious: true } });
});

test("a cursor keeps its place while the trace grows", async () => {
  const growing = await client.create({ n: 0 });
  await client.action("v2", growing, { data: { n: 1 } });
  const { info } = await client.details(growing, { first: 1 });
  await client.action("v2", growing, { data: { n: 2 } });
  expect(numbers(await client.details(growing, { first: 5, after: info.endCursor }))).toEqual([1, 2]);
});

test.each([
  { first: 0 },
  { first: -1 },
  { last: 1.5 },
  { first: "3" },
  { last: true },
  { first: 1, last: 1 },
  { after: "nonsense" },
  { before: 7 },
  { first: {} },
])("%j is refused", async (input) => {
  expect((await client.post(`/trace/${traceId}/details`, { input })).status).toBe(400);
  const answer = await client.post(`/v2/traces/${traceId}/details`, { error: null, data: input });
  expect(answer).toMatchObject({ status: 400, json: { data: null, error: { code: expect.any(String) } } });
});

test("a cursor of another trace is refused", async () => {
  const other = await client.create();
  const { info } = await client.details(other);
  expect((await client.post(`/trace/${traceId}/details`, { input: { after: info.endCursor } })).status).toBe(400);
});

test("v2 needs the member error, of any value", async () => {
  for (const error of [null, "", {}, false, 0, []]) {
    expect((await client.post(`/v2/traces/${traceId}/details`, { error, data: {} })).status).toBe(200);
  }
  expect((await client.post(`/v2/traces/${traceId}/details`, { data: {} })).status).toBe(400);
});

test("what the description requires is required", async () => {
  expect((await client.post(`/trace/${traceId}/details`, {})).status).toBe(400);
  expect((await client.post(`/trace/${traceId}/details`, { input: null })).status).toBe(200);
  expect((await client.post(`/v2/traces/${traceId}/details`, { error: null, data: null })).status).toBe(400);
  expect((await client.post(`/v2/traces/${traceId}/details`, { error: null })).status).toBe(200);
});
