/** What a run grants its target: traces, concurrency; how it keeps to rates, and sends no write twice, is in `limits.long.test.ts`. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { operationById } from "../../spec/operations.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { environmentAt, idsOf, startBehind } from "./lib/service.ts";

const long = { timeout: 120_000 };

describe("limits that were set", () => {
  test("maxTraces is a hard stop", long, async () => {
    const target = await startBehind();
    const results = await runSuite(environmentAt(target, { limits: { maxTraces: 12 } }), { depth: "quick" });
    const created = target.received.filter(({ operation }) => operation && operationById(operation).kind === "create");
    const accepted = results.operations
      .filter(({ operationId }) => operationById(operationId).kind === "create")
      .reduce((sum, { statuses }) => sum + (statuses["200"] ?? 0), 0);
    expect(accepted).toBe(results.summary.tracesCreated);
    expect(accepted).toBeLessThanOrEqual(12);
    expect(created.length).toBeGreaterThanOrEqual(12);
    // What could not be created is nobody's failure.
    expect(idsOf(results, "failed")).toEqual([]);
    expect(results.tracesLeft).toHaveLength(accepted);
  });

  test("maxTraces counts a creation that was carried out and answered with 502; the results tell", long, async () => {
    let created = 0;
    const target = await startBehind(async ({ operation }, { send, honest }) => {
      const reply = await honest();
      if (!operation || operationById(operation).kind !== "create" || reply.status >= 300) return send(reply);
      created++;
      send({ status: 502, headers: {}, body: Buffer.from("bad gateway") });
    });
    const results = await runSuite(environmentAt(target, { limits: { maxTraces: 10 } }), { depth: "quick" });
    expect(created).toBeGreaterThan(0);
    expect(created).toBeLessThanOrEqual(10);
    expect(results.summary.tracesCreated).toBe(0);
    expect(results.summary.tracesPerhapsCreated).toBeGreaterThanOrEqual(created);
  });

  test("concurrency is kept", long, async () => {
    let open = 0;
    let most = 0;
    const target = await startBehind(async (_, { send, honest }) => {
      most = Math.max(most, ++open);
      const reply = await honest();
      await sleep(5);
      open--;
      send(reply);
    });
    await runSuite(environmentAt(target, { limits: { concurrency: 5 } }), { depth: "quick", only: ["STATE"] });
    expect(most).toBe(5);
  });
});
