/** One test per hostile target: what a run against it must come to. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startReferenceProcess, type ReferenceProcess } from "../../../reference/spawn.ts";
import type { HostileTarget } from "./hostile-target.ts";
import { honestly, startProxy } from "./proxy.ts";
import { limits, runAgainst, type Outcome } from "./run-against.ts";

const maxPeakMiB = 350;
const mostMs = 120_000;
const minPassed = 100;
/** Machines are busy at times: a run that takes as long as an honest one and a little is not too long. */
const spareMs = 3_000;

export function judgeTargets(targets: readonly HostileTarget[]): void {
  let service: ReferenceProcess;
  /** What a run takes that nothing delays. */
  let honestMs: number;
  const honestRun = (): Promise<Outcome> =>
    runAgainst({ start: () => startProxy(service.baseUrl, honestly) }, service.baseUrl);
  beforeAll(async () => {
    service = await startReferenceProcess();
    const honest = await honestRun();
    expect({ verdict: honest.results.verdict, blamed: honest.blamed }).toEqual({ verdict: "conformant", blamed: [] });
    honestMs = honest.durationMs;
  }, 120_000);
  afterAll(() => service.close());

  describe.each(targets.map((target) => [target.id, target] as const))("%s", (_, target) => {
    test(target.behaviour, { timeout: 180_000, tags: "timing" }, async ({ annotate }) => {
      const outcome = await runAgainst(target, service.baseUrl);
      const { durationMs, peakMiB, blamed, results } = outcome;
      await annotate(
        `${target.id}: ${results.verdict}; ${blamed.join(", ") || "nothing"}; ${String(Math.round(durationMs))} ms; ${String(peakMiB)} MiB`,
      );
      judgeFindings(target, outcome);
      expect(outcome.leaks).toEqual([]);
      expect(outcome.foreignRequests).toBe(0);
      expect(peakMiB).toBeLessThan(target.mostMiB ?? maxPeakMiB);
      expect(durationMs).toBeLessThan(mostMs);
      const mostOwnMs = (honest: number): number => 2 * (honest + spareMs + waitedMs(target, outcome));
      if (durationMs < mostOwnMs(honestMs)) return;
      // The machine may be busier than it was: how busy, an honest run tells.
      expect(durationMs).toBeLessThan(mostOwnMs(Math.max(honestMs, (await honestRun()).durationMs)));
    });
  });
}

function judgeFindings(target: HostileTarget, { results, blamed }: Outcome): void {
  const { findings, oneOf = [], alsoAllowed = [], verdict, stillPassed = minPassed } = target;
  // Plain requests that are never answered break a MUST, whatever else the target does.
  const unanswered = results.requirements.some(({ id, status }) => id === "REFUSE-05" && status === "failed");
  if (!unanswered) expect([verdict].flat()).toContain(results.verdict);
  expect(blamed).toEqual(expect.arrayContaining([...findings]));
  if (oneOf.length > 0) expect(blamed.filter((id) => (oneOf as readonly string[]).includes(id))).not.toEqual([]);
  // Nothing else is blamed, but what is about lost answers, and our own code met no error.
  const allowed: readonly string[] = [...findings, ...oneOf, ...alsoAllowed, "REFUSE-05", "ROBUST-08"];
  const others = results.requirements.filter(({ id }) => blamed.includes(id) && !allowed.includes(id));
  expect(others.map(({ id, failures, reason }) => [id, failures?.[0]?.message ?? reason])).toEqual([]);
  if (target.rootsOnly === true) {
    const roots = (results.causes ?? []).map(({ root }) => root);
    const known: readonly string[] = [...findings, "REFUSE-05", "ROBUST-08"];
    expect(roots.filter((root) => !known.includes(root))).toEqual([]);
  }
  expect(results.errors ?? []).toEqual([]);
  // The run was whole, so no more of the same would settle anything.
  for (const { id, status, reason = "" } of results.requirements)
    if (status === "inconclusive") {
      expect(reason, id).toMatch(/What settles it: |pin it in |supply /);
      expect(reason, id).not.toContain("a whole run");
    }
  expect(results.summary.requirements.passed).toBeGreaterThanOrEqual(stillPassed);
}

/** The sum of the timeouts that came to their end, and what the target was granted besides. */
function waitedMs({ limits: own, grantedMs = 0 }: HostileTarget, { timeouts }: Outcome): number {
  const { timeoutMs, concurrency } = { ...limits, ...own };
  return Math.ceil(timeouts / concurrency) * timeoutMs + shrinkingMs(timeouts) + grantedMs;
}

/** A failure is made smaller for a bounded time, within which timeouts come one after the other. */
function shrinkingMs(timeouts: number): number {
  return timeouts > 0 ? 5_000 : 0;
}
