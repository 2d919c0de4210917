/** Steps before which a script rests. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { reproductionOf } from "../../driver/reproduction/reproduction.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, script, startTarget, traceId } from "./lib/target.ts";

const read: OperationStep = { op: "state", face: "v2", trace: traceId };
const restMs = 400;
const shown = { baseUrl: "http://127.0.0.1", timeoutMs: 1_000, marks: [], findings: new Map<number, []>() };

test("a script sends nothing before a step that rests, and then what it says", async () => {
  const driver = await driverOf(environmentAt((await startTarget(service())).baseUrl));
  const history = await driver.run(script(read, { ...read, restMs }, read));
  const { exchanges } = history;
  const [before, rested, after] = exchanges.map(({ sentAtMs, receivedAtMs }) => ({ sentAtMs, receivedAtMs }));
  expect(rested?.sentAtMs).toBeGreaterThanOrEqual((before?.receivedAtMs ?? Infinity) + restMs - 1);
  expect(reproductionOf(history, shown).match(/^sleep 1$/gm)).toHaveLength(1);
  expect(after?.sentAtMs).toBeGreaterThanOrEqual(rested?.receivedAtMs ?? Infinity);
});

test("an interruption ends the rest", async () => {
  const driver = await driverOf(environmentAt((await startTarget(service())).baseUrl));
  const started = performance.now();
  await driver.run(script(read, { ...read, restMs: 60_000 }), { signal: AbortSignal.timeout(100) });
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("a step after the others waits for them, or for an interruption", async () => {
  const driver = await driverOf(environmentAt((await startTarget(service())).baseUrl));
  const last = script(read, { ...read, afterOthers: true });
  const others = Promise.withResolvers<void>();
  let isOver = false;
  const running = driver.run(last, { untilOthersEnded: () => others.promise }).then(() => (isOver = true));
  await sleep(restMs);
  expect(isOver).toBe(false);
  others.resolve();
  await running;
  const never = () => new Promise<void>(() => undefined);
  await driver.run(last, { untilOthersEnded: never, signal: AbortSignal.timeout(100) });
});
