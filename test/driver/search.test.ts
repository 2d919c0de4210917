/** A search that waits for an index: how often it is repeated, and for how long. */
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, script, startTarget, traceId } from "./lib/target.ts";

const create = { op: "create", face: "v2", as: "a", data: { k: 1 } } as const;

test("is repeated until the answer is as wanted; every attempt is kept", async () => {
  const target = await startTarget(service({ found: (attempt) => (attempt < 3 ? [] : [traceId]) }));
  const driver = await driverOf(environmentAt(target.baseUrl));
  const { exchanges } = await driver.run(
    script(create, { op: "search", face: "v2", filters: { k: 1 }, until: { includes: ["$a"] } }),
  );
  const searches = exchanges.flatMap(({ intent }) => (intent.kind === "search" ? [intent] : []));
  expect(searches.map(({ attempt, last }) => [attempt, last])).toEqual([
    [0, false],
    [1, false],
    [2, false],
    [3, true],
  ]);
  expect(searches[0]?.until).toEqual({ includes: [traceId], excludes: [] });
});

test.each([
  ["a plain one is repeated: an index may not know the member yet", 422, [], [422, 200]],
  ["an unusual one is not", 422, ["filters.odd"], [422]],
  ["nor one that is refused for who asks", 403, [], [403]],
])("once it is refused, %s", async (_, status, traits, statuses) => {
  let searches = 0;
  const before = ({ url }: { readonly url: string }, response: ServerResponse): boolean => {
    const isRefused = url.includes("/search") && searches++ === 0;
    if (isRefused) response.writeHead(status).end();
    return isRefused;
  };
  const target = await startTarget(service({ found: () => [traceId], before }));
  const driver = await driverOf(environmentAt(target.baseUrl));
  const find = { op: "search", face: "v2", filters: { k: 1 }, until: { includes: ["$a"] }, traits } as const;
  const { exchanges } = await driver.run(script(create, find));
  const seen = exchanges.filter(({ intent }) => intent.kind === "search").map(({ response }) => response?.status);
  expect(seen).toEqual(statuses);
});

test.each([
  ["where searches were seen behind, an unusual one is repeated too", { ms: 400 }, [422, 200]],
  ["where the first one found its trace, however late, it is not", { ms: 400, atFirst: true }, [422]],
])("%s", async (_, lag, statuses) => {
  let searches = 0;
  const before = ({ url }: { readonly url: string }, response: ServerResponse): boolean => {
    const isRefused = url.includes("/search") && searches++ === 0;
    if (isRefused) response.writeHead(422).end();
    return isRefused;
  };
  const target = await startTarget(service({ found: () => [traceId], before }));
  const driver = await driverOf(environmentAt(target.baseUrl));
  const traits = ["filters.odd"];
  const find = { op: "search", face: "v2", filters: { k: 1 }, until: { includes: ["$a"] }, traits } as const;
  const profile: Profile = { readings: { "search-lag": { value: lag, evidence: "" } } };
  const { exchanges } = await driver.run(script(create, find), { profile });
  const seen = exchanges.filter(({ intent }) => intent.kind === "search").map(({ response }) => response?.status);
  expect(seen).toEqual(statuses);
});

test("waits for those of several traces that were created, and is not sent where none was", async () => {
  const before = ({ url }: { readonly url: string }, response: ServerResponse): boolean => {
    if (url !== "/trace") return false;
    response.writeHead(409).end();
    return true;
  };
  const target = await startTarget(service({ found: () => [traceId], before }));
  const driver = await driverOf(environmentAt(target.baseUrl));
  const refused = { ...create, face: "legacy", as: "b" } as const;
  const search = (...includes: string[]) => ({ op: "search", face: "v2", filters: {}, until: { includes } }) as const;
  const { exchanges, unsent } = await driver.run(script(create, refused, search("$b", "$a"), search("$b")));
  const sent = exchanges.flatMap(({ intent }) => (intent.kind === "search" ? [intent.until?.includes] : []));
  expect([sent, unsent.map(({ step }) => step)]).toEqual([[[traceId]], ["3"]]);
});

test("ends with the search lag", async () => {
  const target = await startTarget(service());
  const driver = await driverOf(environmentAt(target.baseUrl, { limits: { searchLagMs: 300 } }));
  const started = performance.now();
  const { exchanges } = await driver.run(
    script({ op: "search", face: "v2", filters: {}, until: { includes: [traceId] } }),
  );
  expect(performance.now() - started).toBeGreaterThan(290);
  expect(performance.now() - started).toBeLessThan(1_000);
  expect(exchanges.filter(({ intent }) => intent.kind === "search" && intent.last)).toEqual([exchanges.at(-1)]);
});

test("waits for the search lag after the last write, and for no more than a moment once that has passed", async () => {
  const target = await startTarget(service());
  const driver = await driverOf(environmentAt(target.baseUrl, { limits: { searchLagMs: 700 } }));
  const vain = { op: "search", face: "v2", filters: { k: 1 }, until: { includes: ["$a"] } } as const;
  const { exchanges } = await driver.run(script(create, vain, vain, vain));
  const spanOf = (step: string): number => {
    const own = exchanges.filter((one) => one.step === step);
    return (own.at(-1)?.receivedAtMs ?? 0) - (own[0]?.sentAtMs ?? 0);
  };
  expect(spanOf("1")).toBeGreaterThan(600);
  for (const step of ["2", "3"]) {
    expect(spanOf(step)).toBeGreaterThan(200);
    expect(spanOf(step)).toBeLessThan(600);
  }
  expect(exchanges.filter(({ intent }) => intent.kind === "search" && intent.last)).toHaveLength(3);
});

test("takes name or id of the workflow as the target wants it", async () => {
  const target = await startTarget(service());
  const driver = await driverOf(environmentAt(target.baseUrl));
  const both = script({ op: "search", face: "v2", filters: {} }, { op: "search", face: "legacy", filters: {} });
  await driver.run(both);
  const profile: Profile = {
    readings: { "search-workflow-key": { value: { v2: "id", legacy: "name" }, evidence: "" } },
  };
  await driver.run(both, { profile });
  expect(target.received.map(({ url }) => url)).toEqual([
    "/v2/workflows/Claims/traces/search",
    "/trace/search/2041",
    "/v2/workflows/2041/traces/search",
    "/trace/search/Claims",
  ]);
});
