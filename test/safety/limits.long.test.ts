/** What a run grants its target by the clock: requests per second, rests, new tokens. */
import { describe, expect, test } from "vitest";
import { operationById } from "../../spec/operations.ts";
import { openRun } from "../../suites/engine/open-run.ts";
import { planOf } from "../../suites/engine/plan/run-plan.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { Parts } from "../../suites/extensions/parts.ts";
import { jsonReply, type Hook } from "../hostile/lib/proxy.ts";
import { blamedIn, environmentAt, idsOf, startBehind } from "./lib/service.ts";

const long = { timeout: 180_000, tags: "timing" };
const veryLong = { ...long, timeout: 400_000 };

/** Where nothing overlaps because requests are few, what only an overlap can show stays open. */
const shownByOverlapsAlone = ["CONC-04"];

/**
 * Answers all but `perSecond` requests of every second with 429, and of every burst all but `atOnce`; and some besides, so
 * that it refuses on a busy machine too.
 */
function throttle(perSecond: number, count: { refused: number }, atOnce = perSecond / 5): Hook {
  let times: number[] = [];
  let arrived = 0;
  return async (_, { send, honest }) => {
    const now = performance.now();
    times = times.filter((at) => at > now - 1_000);
    const burst = times.filter((at) => at > now - 20).length;
    if (times.length < perSecond && burst < atOnce && ++arrived % 100 !== 0) {
      times.push(now);
      return send(await honest());
    }
    count.refused++;
    send(jsonReply({ error: "too many requests" }, 429, { "retry-after": "1" }));
  };
}

describe("a target that wants to be treated gently", () => {
  test("takes 100 requests a second: everything is judged, nothing is blamed", long, async () => {
    const count = { refused: 0 };
    const target = await startBehind(throttle(100, count));
    const results = await runSuite(environmentAt(target), { depth: "quick" });
    expect(blamedIn(results)).toEqual([]);
    expect(idsOf(results, "failed")).toEqual([]);
    expect(idsOf(results, "inconclusive").filter((id) => !shownByOverlapsAlone.includes(id))).toEqual([]);
    expect(count.refused).toBeGreaterThan(0);
  });

  test("gives tokens of 10 seconds, and the run is longer: tokens are renewed, nothing is blamed", long, async () => {
    const target = await startBehind(undefined, { tokenLifetimeS: 10 });
    const startedMs = performance.now();
    const results = await runSuite(environmentAt(target, { limits: { requestsPerSecond: 40 } }), { depth: "quick" });
    expect(performance.now() - startedMs).toBeGreaterThan(11_000);
    expect(blamedIn(results)).toEqual([]);
    expect(idsOf(results, "failed")).toEqual([]);
    expect(idsOf(results, "inconclusive").filter((id) => !shownByOverlapsAlone.includes(id))).toEqual([]);
  });

  test("both at once, at standard depth: the run outlives several tokens, and is conformant", veryLong, async () => {
    const count = { refused: 0 };
    const target = await startBehind(throttle(100, count, 200), { tokenLifetimeS: 10 });
    const startedMs = performance.now();
    const results = await runSuite(environmentAt(target), { depth: "standard", seed: 3 });
    expect(results.summary.exchanges).toBeGreaterThan(2_500);
    expect(performance.now() - startedMs).toBeGreaterThan(20_000);
    expect(count.refused).toBeGreaterThan(0);
    const logins = target.received.filter(({ url }) => url.includes("/login/"));
    expect(logins.length).toBeGreaterThan(2);
    expect(blamedIn(results)).toEqual([]);
    expect(idsOf(results, "inconclusive").filter((id) => !shownByOverlapsAlone.includes(id))).toEqual([]);
  });

  test("gives tokens that end without a word, known only by the 401: one login renews them all", long, async () => {
    const bornMs = performance.now();
    let old = "";
    // Until then everything goes on; then every token seen so far is refused, once.
    const revoked = new Set<string>();
    const seen = new Set<string>();
    const target = await startBehind(async ({ headers }, { send, honest }) => {
      const { authorization = "" } = headers;
      if (performance.now() - bornMs > 4_000 && old === "") {
        old = authorization;
        for (const token of seen) revoked.add(token);
      }
      if (revoked.has(authorization)) return send(jsonReply({ error: "revoked", data: null }, 401));
      const reply = await honest();
      if (reply.status === 200) seen.add(authorization);
      send(reply);
    });
    const environment = environmentAt(target, { limits: { requestsPerSecond: 60 } });
    const results = await runSuite(environment, { depth: "quick", only: ["STATE", "DETAILS", "DATA"] });
    expect(revoked.size).toBeGreaterThan(0);
    expect(blamedIn(results)).toEqual([]);
  });
});

describe("limits that were set", () => {
  test("requestsPerSecond is kept in every second, retries and logins included", long, async () => {
    const target = await startBehind(async ({ number }, { send, honest, socket }) => {
      if (number % 40 === 39) return void socket.resetAndDestroy();
      send(await honest());
    });
    // As they are sent: a busy machine keeps some waiting on their way, so that more arrive in a second than were sent in it.
    const times: number[] = [];
    const run = await openRun({
      plan: planOf({ depth: "quick", only: ["STATE", "LOGIN"] }),
      environment: environmentAt(target, { limits: { requestsPerSecond: 40, concurrency: 16 } }),
      parts: new Parts(),
      log: ({ sentAtMs }) => times.push(sentAtMs),
    });
    await run.runAll().finally(() => run.session.close());
    const most = Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1_000).length));
    expect(most).toBeLessThanOrEqual(40);
    expect(times.length).toBe(target.received.length);
    expect(times.length).toBeGreaterThan(80);
  });
});

test(
  "a write is never sent twice, also where the connection is cut after it was done",
  { timeout: 120_000 },
  async () => {
    let writes = 0;
    const cut = new Set<string>();
    const again: string[] = [];
    const target = await startBehind(async ({ operation, body, url }, { send, honest, socket }) => {
      const reply = await honest();
      if (!operation || !operationById(operation).writes) return send(reply);
      // Every body has a boundary of its own: the same bytes are the same request.
      const bytes = `${url} ${body.toString("base64")}`;
      if (cut.has(bytes)) again.push(operation);
      if (++writes % 3 !== 0) return send(reply);
      cut.add(bytes);
      socket.resetAndDestroy();
    });
    const results = await runSuite(environmentAt(target), { depth: "quick" });
    expect(cut.size).toBeGreaterThan(20);
    expect(again).toEqual([]);
    // Whether a write that was cut was done is not known, so nothing is concluded from it.
    const blamed = blamedIn(results).map(([id]) => id);
    expect(blamed).toContain("ROBUST-04");
    // Some plain requests are cut again when they are sent again, as new ones: they are never answered.
    const expected = ["ROBUST-04", "ROBUST-08", "REFUSE-05"];
    expect(blamed.filter((id) => !expected.includes(id))).toEqual([]);
  },
);
