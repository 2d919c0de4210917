/** The history for programs. */
import { lastBehaviours } from "./behaviours.ts";
import { latencyOf } from "./latency.ts";
import { statusOfLetter } from "./letters.ts";
import type { TargetHistory } from "./target.ts";

/**
 * One object for each target. Times are ISO 8601 in UTC, latencies in milliseconds.
 * @param only the id of the one requirement that is told of; absent: all
 */
export function historyAsJson(targets: readonly TargetHistory[], only?: string): unknown {
  return { schemaVersion: 1, targets: targets.map((target) => targetAsJson(target, only)) };
}

function targetAsJson(target: TargetHistory, only: string | undefined): unknown {
  const { runs, latest, requirements, redSince, trend, changes } = target;
  const at = (index: number | undefined): string | undefined =>
    index === undefined ? undefined : runs[index]?.startedAt;
  return {
    target: target.name,
    verdict: latest.verdict,
    judgedOnly: latest.judgedOnly,
    partial: latest.partial,
    redFor: latest.redFor,
    lastRun: { runId: latest.runId, startedAt: latest.startedAt, report: latest.report, latencyMs: latencyOf(latest) },
    runs: runs.length,
    firstRunAt: at(0),
    isMissing: target.isMissing,
    redSince: at(redSince),
    flakyRuns: target.alone,
    latencyTrend: trend,
    requirements: requirements
      .filter(({ id }) => only === undefined || id === only)
      .map(({ id, level, latest: letter, badSince, judged, bad, alone }) => ({
        id,
        level,
        status: statusOfLetter(letter),
        redSince: at(badSince),
        judged,
        broken: bad,
        flaky: alone,
      })),
    observedBehaviours: Object.fromEntries(lastBehaviours(runs)),
    drift: changes.map(({ id, at: index, before, now }) => ({ at: at(index), openPoint: id, before, now })),
  };
}
