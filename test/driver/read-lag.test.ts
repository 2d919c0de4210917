/** Targets whose reads come from a copy that lags behind: when a read is sent. */
import { expect, onTestFinished, test } from "vitest";
import { Client } from "../../driver/client/client.ts";
import { RecentWrites } from "../../driver/execute/recent-writes.ts";
import { environmentAt, json, startTarget } from "./lib/target.ts";

test("a read of a trace waits until the lag after each write to it is over; reads of others do not", async () => {
  const arrivedMs: Record<string, number> = {};
  const target = await startTarget(({ url }, response) => {
    arrivedMs[url] = performance.now();
    json(response, {});
  });
  const client = new Client(environmentAt(target.baseUrl));
  onTestFinished(() => client.close());
  const writes = new RecentWrites(150);
  const read = (trace: string) =>
    client.send(
      { method: "GET", path: `/${trace}`, headers: {}, notBefore: () => writes.readableAtMs(trace.toUpperCase(), 0) },
      true,
    );
  const onEnd = (): void => writes.ended("a");
  await client.send({ method: "POST", path: "/write", headers: {}, onEnd }, false);
  const reads = [read("a"), read("b")];
  setTimeout(onEnd, 80);
  await Promise.all(reads);
  const since = (path: string): number => (arrivedMs[path] ?? 0) - (arrivedMs["/write"] ?? 0);
  expect(since("/a")).toBeGreaterThan(225);
  expect(since("/b")).toBeLessThan(150);
});

test("of a lag that is said and one that was seen the longer counts, and without any nothing waits", () => {
  const writes = new RecentWrites(100);
  const before = performance.now();
  writes.ended("a");
  expect(writes.readableAtMs("a", 50) - before).toBeLessThan(150);
  expect(writes.readableAtMs("a", 400) - before).toBeGreaterThanOrEqual(400);
  expect(writes.readableAtMs("b", 400)).toBe(-Infinity);
});
