/** Searches that find thousands of traces, as in an environment that is in use: little of them is kept. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mostListed } from "../../driver/client/long-lists.ts";
import { openDriver, readHistories } from "../../driver/index.ts";
import { payloadOf } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, script, startTarget, traceId } from "./lib/target.ts";

const create = { op: "create", face: "v2", as: "a", data: { k: 1 } } as const;
const uuid = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
const strangers = (count: number): string[] => Array.from({ length: count }, (_, number) => uuid(number));
const first = strangers(mostListed);

const foundIn = (exchange: Exchange | undefined) => exchange && [payloadOf(exchange), exchange.response?.leftOut];

test("of a long list the first are kept and those that the run knows, in memory and on disk", async () => {
  const others = uuid(7_000);
  const found = [...strangers(6_000), traceId.toUpperCase(), others];
  const target = await startTarget(service({ found: () => found }));
  const outputDir = mkdtempSync(join(tmpdir(), "long-lists-"));
  const environment = environmentAt(target.baseUrl, { others: { knownTraces: [others] } });
  const driver = await openDriver(environment, { runId: "r", outputDir, logIn: false });
  const kept = [[...first, traceId.toUpperCase(), others], found.length - first.length - 2];
  const searches = [
    { op: "search", face: "v2", filters: { k: 1 }, until: { includes: ["$a"] } },
    { op: "search", face: "legacy", filters: {} },
  ] as const;
  const { exchanges } = await driver.run(script(create, ...searches));
  expect(exchanges.slice(1).map(foundIn)).toEqual([kept, kept]);
  // What the run created is known to a later script, too: probes look for what others wrote.
  const later = await driver.run({ ...script(searches[1]), id: "later" });
  expect(later.exchanges.map(foundIn)).toEqual([kept]);
  await driver.close();
  const saved = await Array.fromAsync(readHistories(outputDir));
  expect(saved.flatMap((history) => history.exchanges.slice(-1).map(foundIn))).toEqual([kept, kept]);
  const bytes = JSON.stringify(found).length;
  expect(exchanges[2]?.response?.bytes).toBe(bytes);
  expect(saved[0]?.exchanges[2]?.response).toMatchObject({ bytes, sha256: exchanges[2]?.response?.sha256 });
});

test("nothing is left out of a list of usual length", async () => {
  const target = await startTarget(service({ found: () => first }));
  const driver = await driverOf(environmentAt(target.baseUrl));
  const { exchanges } = await driver.run(script({ op: "search", face: "v2", filters: {} }));
  expect(exchanges.map(foundIn)).toEqual([[first, undefined]]);
});

test("what is kept of a list is searched for secrets, however large it was", async () => {
  const token = "given-token-of-the-test";
  const target = await startTarget(service({ found: () => [...strangers(40_000), token] }));
  const driver = await driverOf(environmentAt(target.baseUrl));
  const { exchanges } = await driver.run(script({ op: "search", face: "v2", filters: {} }));
  expect(exchanges[0]?.response?.bytes).toBeGreaterThan(1_048_576);
  expect(exchanges[0]?.response).toMatchObject({ echoedSecret: "token", withheld: true });
});
