import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reference } from "../../reference/index.ts";
import { startShared } from "../lib/reference.ts";
import { Client, textFile } from "./service.ts";

let reference: Reference;
let client: Client;

beforeAll(async () => {
  reference = await startShared();
  client = await new Client(reference.baseUrl).login();
}, 30_000);

afterAll(() => reference.close());

test("actions appended at the same time each become a link, and all their data stays", async () => {
  const traceId = await client.create({});
  const wanted = Array.from({ length: 40 }, (_, index) => index);
  const answers = await Promise.all(
    wanted.map((index) =>
      client.action(index % 2 ? "v2" : "legacy", traceId, { data: { [`k${String(index)}`]: index } }),
    ),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const { links, totalCount } = await client.details(traceId, { first: 100 });
  expect(totalCount).toBe(41);
  expect(new Set(links.map(({ linkId }) => linkId)).size).toBe(41);
  expect(await client.state(traceId)).toEqual({
    data: Object.fromEntries(wanted.map((index) => [`k${String(index)}`, index])),
  });
});

test("traces created at the same time hold their own data and files", async () => {
  const ids = await Promise.all(
    Array.from({ length: 30 }, (_, index) => client.create({ index }, [textFile("f", `content ${String(index % 5)}`)])),
  );
  expect(new Set(ids).size).toBe(30);
  for (const [index, traceId] of ids.entries()) {
    expect(await client.state(traceId)).toEqual({ data: { index } });
    const digest = (await client.details(traceId)).links[0]?.files[0]?.digest ?? "";
    const file = await client.get(`/v2/traces/${traceId}/file/${digest}`);
    expect(file.bytes.toString()).toBe(`content ${String(index % 5)}`);
  }
});
