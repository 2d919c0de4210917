import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requirements } from "../../spec/requirements/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { faults } from "../../reference/faults/registry.ts";
import { openSharedDatabase, startReference } from "../../reference/index.ts";
import type { SharedDatabase } from "../../reference/index.ts";
import { variants } from "../../reference/variants/registry.ts";
import { Client, textFile } from "./service.ts";

let shared: SharedDatabase;
beforeAll(async () => {
  shared = await openSharedDatabase();
}, 30_000);
afterAll(() => shared.close());

const file = (kind: string, id: string): boolean =>
  existsSync(new URL(`../../reference/${kind}/${id}.ts`, import.meta.url));

test("ids are unique and say where the file is", () => {
  for (const [kind, entries] of Object.entries({ faults, variants })) {
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    for (const { id, title } of entries) {
      expect(file(kind, id), id).toBe(true);
      expect(title).toMatch(/\.$/);
    }
  }
});

test("every fault names requirements of the register", () => {
  const known = new Set<string>(requirements.map(({ id }) => id));
  for (const { id, requirement } of faults) {
    for (const name of [requirement].flat()) expect(known.has(name), `${id}: ${name}`).toBe(true);
  }
});

test("one more service on a shared database starts in less than 300 ms", async () => {
  const elapsedMs: number[] = [];
  for (let round = 0; round < 4; round++) {
    const before = performance.now();
    const reference = await startReference({ sharedDatabase: shared });
    elapsedMs.push(performance.now() - before);
    await reference.close();
  }
  // The best of several: the machine may be busy with other tests.
  expect(Math.min(...elapsedMs)).toBeLessThan(300);
});

test("services on a shared database see nothing of each other", async () => {
  const [one, two] = await Promise.all([
    startReference({ sharedDatabase: shared }),
    startReference({ sharedDatabase: shared }),
  ]);
  const first = await new Client(one.baseUrl).login();
  const second = await new Client(two.baseUrl).login();
  const traceId = await first.create({ a: 1 });
  expect((await second.get(`/trace/${traceId}/state`)).status).toBe(404);
  expect((await new Client(two.baseUrl, first.token).get("/workflow/orgName/acme")).status).toBe(401);
  expect((await second.post("/trace/search/2041", { filters: {} })).json).toEqual([]);
  await Promise.all([one.close(), two.close()]);
});

// What every service does, whatever reading it follows: plain requests succeed.
describe.each([...variants.map(({ id }) => ({ id, variants: [id], faults: [] as string[] }))])("$id", (seeded) => {
  test("starts, and answers plain requests without an error of its own", async () => {
    const reference = await startReference({ ...seeded, sharedDatabase: shared });
    try {
      const client = new Client(reference.baseUrl);
      // By private key, which costs no password hashing.
      const { privateKey } = embeddedTarget.credentials;
      const login = await client.post("/v2/login/privateKey", { privateKey });
      client.token = (login.json as { data: { token: string } }).data.token;
      const created = await client.action("v2", undefined, { data: { a: 1 } }, [textFile("a.txt", "x")]);
      const traceId = (created.json as { data: string }).data;
      const answers = [
        login,
        created,
        await client.action("v2", traceId, { data: { b: "two" } }),
        await client.action("legacy", traceId, { data: { a: { deep: true } } }),
        await client.get(`/v2/traces/${traceId}/state`),
        await client.get(`/trace/${traceId}/state`),
        await client.get("/v2/organizations/acme/workflows"),
        await client.post(`/trace/${traceId}/details`, { input: { error: null, data: {} } }),
      ];
      // A text where `input` must be a text; everything else is plain for every variant.
      const refusable = seeded.id.startsWith("legacy-details-input/") ? answers.slice(0, -1) : answers;
      expect(refusable.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    } finally {
      await reference.close();
    }
  });
});
