/** What changed from a previous run to this one. */
import type { RequirementStatus, Results } from "../results/model.ts";

export interface StatusChange {
  readonly id: string;
  readonly statement: string;
  /** Absent: the previous run did not know the requirement. */
  readonly before?: RequirementStatus;
  /** Absent: this run does not know it any more. */
  readonly now?: RequirementStatus;
}

export interface ReadingChange {
  readonly id: string;
  readonly before?: unknown;
  readonly now?: unknown;
}

export interface LatencyChange {
  readonly operationId: string;
  readonly p95BeforeMs: number;
  readonly p95NowMs: number;
}

export interface Changes {
  /** Red or yellow now, and not so before. */
  readonly broken: readonly StatusChange[];
  /** Red or yellow before, and green now. */
  readonly mended: readonly StatusChange[];
  /** Every other change of status. */
  readonly other: readonly StatusChange[];
  readonly readings: readonly ReadingChange[];
  /** At least twice as slow or fast, and at least 20 ms apart. */
  readonly latencies: readonly LatencyChange[];
  readonly previousStartedAt: string;
}

const bad: ReadonlySet<RequirementStatus | undefined> = new Set(["failed", "warned", "error"]);

/** Every difference that a reader of the nightly run wants to know. */
export function changesSince(previous: Results, now: Results): Changes {
  const changed = statusChanges(previous, now);
  const isBroken = (change: StatusChange): boolean => bad.has(change.now) && !bad.has(change.before);
  const isMended = (change: StatusChange): boolean => change.now === "passed" && bad.has(change.before);
  return {
    broken: changed.filter(isBroken),
    mended: changed.filter(isMended),
    other: changed.filter((change) => !isBroken(change) && !isMended(change)),
    readings: readingChanges(previous, now),
    latencies: latencyChanges(previous, now),
    previousStartedAt: previous.startedAt,
  };
}

/** True when nothing changed. */
export function nothingChanged(changes: Changes): boolean {
  const { broken, mended, other, readings, latencies } = changes;
  return [broken, mended, other, readings, latencies].every((list) => list.length === 0);
}

function statusChanges(previous: Results, now: Results): StatusChange[] {
  const before = new Map(previous.requirements.map((requirement) => [requirement.id, requirement]));
  const changes: StatusChange[] = [];
  for (const { id, statement, status } of now.requirements) {
    const earlier = before.get(id)?.status;
    before.delete(id);
    if (earlier !== status) changes.push({ id, statement, ...(earlier ? { before: earlier } : {}), now: status });
  }
  for (const { id, statement, status } of before.values()) changes.push({ id, statement, before: status });
  return changes;
}

function readingChanges(previous: Results, now: Results): ReadingChange[] {
  const before = new Map(previous.openPoints.map((point) => [point.id, point.reading]));
  return now.openPoints
    .filter((point) => before.has(point.id) && stable(before.get(point.id)) !== stable(point.reading))
    .map((point) => ({ id: point.id, before: before.get(point.id), now: point.reading }));
}

function latencyChanges(previous: Results, now: Results): LatencyChange[] {
  const before = new Map(previous.operations.map((operation) => [operation.operationId, operation.latencyMs.p95]));
  return now.operations.flatMap(({ operationId, latencyMs: { p95 } }) => {
    const earlier = before.get(operationId);
    if (earlier === undefined || Math.abs(p95 - earlier) < 20) return [];
    const apart = p95 >= 2 * earlier || earlier >= 2 * p95;
    return apart ? [{ operationId, p95BeforeMs: earlier, p95NowMs: p95 }] : [];
  });
}

function stable(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? "absent"
  );
}
