/** One target over many runs: since when it is red, how often it is flaky, what of it changed, how fast it is. */
import type { Verdict } from "../results/model.ts";
import type { PastRun } from "./kept-run.ts";
import { behaviourChanges, type BehaviourChange } from "./behaviours.ts";
import { latencyTrend, type LatencyTrend } from "./latency.ts";
import { summaryOf, timelines, type RequirementTimeline } from "./timeline.ts";

export interface TargetHistory {
  readonly name: string;
  /** The earliest first; at least one. */
  readonly runs: readonly PastRun[];
  readonly latest: PastRun;
  readonly requirements: readonly RequirementTimeline[];
  /** Index of the run since which no run was conformant, and of which at least one was red; absent where it is not. */
  readonly redSince?: number;
  /** Runs that were red alone, between two that were conformant. */
  readonly alone: number;
  readonly changes: readonly BehaviourChange[];
  readonly trend?: LatencyTrend;
  /** True where runs of it came, and the newest of the store is far ahead of the last of them. */
  readonly isMissing: boolean;
}

const dayMs = 24 * 3600 * 1000;
/** A run counts as missing once one and a half times the usual time between two has gone by. */
const patience = 1.5;
const usualGaps = 14;

/**
 * What the runs of a target tell together.
 * @param runs of one target, the earliest first; at least one
 * @param newestAt when the newest run of all targets started
 */
export function targetHistory(runs: readonly PastRun[], newestAt: string): TargetHistory {
  const latest = runs.at(-1);
  if (!latest) throw new RangeError("a target has at least one run");
  const { badSince, alone } = summaryOf(runs.map(verdictLetter).join(""));
  const trend = latencyTrend(runs);
  return {
    name: latest.environment,
    runs,
    latest,
    requirements: timelines(runs),
    ...(badSince === undefined ? {} : { redSince: badSince }),
    alone,
    changes: behaviourChanges(runs),
    ...(trend ? { trend } : {}),
    isMissing: Date.parse(newestAt) - Date.parse(latest.startedAt) > patience * usualGapMs(runs),
  };
}

const verdictLetters: Readonly<Record<Verdict, string>> = { conformant: "p", "non-conformant": "f", incomplete: "i" };

/** The letter of a run as a whole: what its exit code said. A part of a run that is green says nothing of the rest. */
export function verdictLetter({ verdict, partial, redFor }: PastRun): string {
  if (redFor !== undefined) return "f";
  return partial !== undefined && verdict === "conformant" ? "." : verdictLetters[verdict];
}

/** The median of the last times between two runs; at least a day. */
function usualGapMs(runs: readonly PastRun[]): number {
  const times = runs.slice(-usualGaps - 1).map(({ startedAt }) => Date.parse(startedAt));
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
  return Math.max(dayMs, median(gaps) ?? 0);
}

/** The middle of the numbers; undefined without any. */
export function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
