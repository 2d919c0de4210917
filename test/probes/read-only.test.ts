/** Under read-only access nothing is written; what can be seen on existing traces is read. */
import { beforeAll, describe, expect, it } from "vitest";
import { observe, type Observation } from "../../probes/index.ts";
import { operationById } from "../../spec/operations.ts";
import { createdTraceOf } from "../../spec/readings/outcome.ts";
import { readingOf } from "../../spec/vocabulary/profile.ts";
import { startReference } from "./lib/targets.ts";
import { openDriver } from "../../driver/index.ts";

let seen: Observation;

beforeAll(async () => {
  const target = await startReference();
  await observe(target.driver);
  const driver = await openDriver({ ...target.driver.environment, access: "read-only" }, { runId: "reading" });
  seen = await observe(driver);
  await driver.close();
  await target.close();
}, 30_000);

describe("read-only access", () => {
  it("sends nothing that writes, and creates nothing", () => {
    const exchanges = seen.histories.flatMap((history) => history.exchanges);
    expect(exchanges.length).toBeGreaterThan(20);
    expect(exchanges.filter(({ operationId }) => operationById(operationId).writes)).toEqual([]);
    expect(
      exchanges.flatMap((exchange) => (exchange.intent.kind === "create" ? (createdTraceOf(exchange) ?? []) : [])),
    ).toEqual([]);
  });

  it("still reads pages, digests and the search", () => {
    const { profile } = seen;
    expect(readingOf(profile, "legacy-details-input")).toEqual({ form: "arguments", neutral: {} });
    expect(readingOf(profile, "page-combinations")).toMatchObject({ first: "honoured", "first-last": "refused" });
    expect(readingOf(profile, "digest-location")).toEqual({ where: "links", path: ["files", "*", "digest"] });
    expect(readingOf(profile, "digest-algorithm")).toEqual({ algorithm: "sha256", encoding: "hex", prefix: "" });
    expect(readingOf(profile, "digest-list-query")).toEqual({ name: "digests", style: "repeat" });
    expect(readingOf(profile, "search-workflow-key")).toEqual({ v2: "id", legacy: "id" });
  });

  it("says why the rest cannot be known", () => {
    expect(seen.profile.readings["required-fields"]).toEqual({ evidence: expect.stringContaining("may only be read") });
    expect(seen.profile.readings["state-data"]).toEqual({ evidence: expect.stringContaining("Nothing was written") });
  });
});
