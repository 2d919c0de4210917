/** What the rate of a target means for a run: how long it takes, and whether that is longer than it may. */
import { totalMsOf, type PlannedCost } from "./run-budget.ts";

interface RunLimits {
  readonly totalMs?: number | undefined;
  readonly concurrency: number;
  readonly requestsPerSecond?: number | undefined;
}

export interface Pacing {
  /** Requests a second: as was allowed, or as the target's refusals show; Infinity where neither bounds them. */
  readonly perSecond: number;
  /** Milliseconds that the requests take at this rate. */
  readonly neededMs: number;
  /** Milliseconds after which the run ends with what it knows. */
  readonly totalMs: number;
  readonly isSlow: boolean;
  /** Scripts under way at once at most: where few requests are taken, those begun together would end late together. */
  readonly mostAtOnce: number;
}

/** A run that takes longer, for the rate alone, is a slow one. */
const slowRunMs = 60_000;
const leastAtOnceWhereSlow = 6;

/** @param learnedPerSecond what the target's refusals show, if anything */
export function pacingOf(cost: PlannedCost, limits: RunLimits, learnedPerSecond: number | undefined): Pacing {
  const perSecond = Math.min(limits.requestsPerSecond ?? Infinity, learnedPerSecond ?? Infinity);
  const neededMs = (1_000 * cost.exchanges) / perSecond;
  const bounded = perSecond === Infinity ? limits : { ...limits, requestsPerSecond: perSecond };
  const isSlow = neededMs > slowRunMs;
  // Enough to keep the rate where an answer takes half a second.
  const mostAtOnce = isSlow ? Math.max(leastAtOnceWhereSlow, Math.ceil(perSecond / 2)) : Infinity;
  return { perSecond, neededMs, totalMs: totalMsOf(cost, bounded), isSlow, mostAtOnce };
}

/** What is told of a slow run at its beginning. */
export interface SlowRun {
  /** A clause, for people. */
  readonly text: string;
  /** False where the run ends before everything planned is sent. */
  readonly fits: boolean;
}

/** @param leftMs milliseconds until the run ends @returns undefined where the rate matters little */
export function slowRun(
  { perSecond, neededMs, totalMs, isSlow }: Pacing,
  exchanges: number,
  leftMs: number,
): SlowRun | undefined {
  const fits = neededMs <= leftMs;
  if (fits && !isSlow) return undefined;
  const rate = perSecond >= 10 ? Math.round(perSecond) : Number(perSecond.toFixed(1));
  const text = `at ${String(rate)} requests a second the ${exchanges.toLocaleString("en")} requests of this run take ${minutes(neededMs)}`;
  return { text: fits ? text : `${text}, and it ends after ${minutes(totalMs)} (\`limits.totalMs\`)`, fits };
}

/** What is told of a target that let nobody in for a while, so that the run took longer; undefined where it always did. */
export function shutOutText({ times, lastedMs }: { readonly times: number; readonly lastedMs: number }) {
  if (times === 0) return undefined;
  const often = times === 1 ? "once" : `${String(times)} times`;
  return `the target let nobody in ${often}, for ${minutes(lastedMs)} in all; what met its page was sent again`;
}

const minutes = (ms: number): string =>
  ms < 90_000 ? `${String(Math.ceil(ms / 1_000))} s` : `${String(Math.ceil(ms / 60_000))} min`;
