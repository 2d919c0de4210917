/** What changed from a previous run to this one. */
import { measuredOpenPoints } from "../../spec/open-points.ts";
import { isLater, sinceOf } from "../../spec/requirements/since.ts";
import type { OpenPointResult, RequirementResult, RequirementStatus, Results } from "../results/model.ts";
import { redFor } from "./run-failures.ts";
import { stableJson } from "./stable-json.ts";

export interface StatusChange {
  readonly id: string;
  readonly statement: string;
  /** Absent: the previous run did not know the requirement. */
  readonly before?: RequirementStatus;
  /** Absent: this run does not know it any more. */
  readonly now?: RequirementStatus;
  /** True where the target chose so that nothing is left to judge. */
  readonly choice?: true;
}

interface ReadingChange {
  readonly id: string;
  readonly before?: unknown;
  readonly now?: unknown;
}

interface LatencyChange {
  readonly operationId: string;
  readonly p95BeforeMs: number;
  readonly p95NowMs: number;
}

export interface OperationChange {
  readonly operationId: string;
  readonly exchangesBefore: number;
  readonly exchangesNow: number;
  /** Server errors and kinds of failed exchanges that the earlier run did not see. */
  readonly newTroubles: readonly string[];
}

export interface Changes {
  /** Red or yellow now, and not so before. */
  readonly broken: readonly StatusChange[];
  /** Red or yellow now by what the earlier version of the suite did not demand: the suite has learnt, nothing broke. */
  readonly learned: readonly StatusChange[];
  /** Red or yellow before, and green now. */
  readonly mended: readonly StatusChange[];
  /** Judged before, and not judged now, although it was asked for: a gap that nobody had. */
  readonly lost: readonly StatusChange[];
  /** Judged before, and left out of this run by who started it (`--only`, `--suite-level`). */
  readonly leftOut: readonly StatusChange[];
  /** Red or yellow before, and still so; also a MUST that could not be judged in either run, which leaves this one open. */
  readonly still: readonly StatusChange[];
  /** Every other change of status. */
  readonly other: readonly StatusChange[];
  readonly readings: readonly ReadingChange[];
  /** At least twice as slow or fast, and at least 20 ms apart. */
  readonly latencies: readonly LatencyChange[];
  /** No longer exercised, newly exercised, or with troubles of a new kind. */
  readonly operations: readonly OperationChange[];
  /** For what this run is red beside its requirements, as by `--fail-on latency`, where the earlier one was not. */
  readonly turnedRed?: string;
  /** For what the earlier run was red beside its requirements, where this one is not red. */
  readonly turnedGreen?: string;
  readonly previousStartedAt: string;
}

const bad: ReadonlySet<RequirementStatus | undefined> = new Set(["failed", "warned", "error"]);
const judged: ReadonlySet<RequirementStatus | undefined> = new Set(["passed", "failed", "warned", "waived"]);
const unjudged: ReadonlySet<RequirementStatus | undefined> = new Set(["inconclusive", "skipped", undefined]);
const isStillBad = ({ before, now }: StatusChange): boolean => bad.has(before) && bad.has(now);

/** Every difference that a reader of the nightly run wants to know. */
export function changesSince(previous: Results, now: Results): Changes {
  const changed = statusChanges(previous, now);
  const { level, version } = previous.suite;
  const newer = new Set(now.requirements.filter((one) => isLater(sinceOf(one), level ?? version)).map(({ id }) => id));
  const turnsRed = (change: StatusChange): boolean => bad.has(change.now) && !bad.has(change.before);
  const isLearned = (change: StatusChange): boolean => turnsRed(change) && newer.has(change.id);
  const isBroken = (change: StatusChange): boolean => turnsRed(change) && !newer.has(change.id);
  const isMended = (change: StatusChange): boolean => change.now === "passed" && bad.has(change.before);
  const leftOutIds = idsLeftOut(previous, now);
  const isUnjudged = (change: StatusChange): boolean => judged.has(change.before) && unjudged.has(change.now);
  const isLeftOut = (change: StatusChange): boolean => isUnjudged(change) && leftOutIds.has(change.id);
  const isLost = (change: StatusChange): boolean => isUnjudged(change) && !leftOutIds.has(change.id);
  return {
    broken: changed.filter(isBroken),
    learned: changed.filter(isLearned),
    mended: changed.filter(isMended),
    lost: changed.filter(isLost),
    leftOut: changed.filter(isLeftOut),
    still: stillSo(previous, now),
    other: changed.filter((change) => ![turnsRed, isMended, isUnjudged, isStillBad].some((is) => is(change))),
    readings: readingChanges(previous, now),
    latencies: latencyChanges(previous, now),
    operations: operationChanges(previous, now),
    ...turnsBesideRequirements(previous, now),
    previousStartedAt: previous.startedAt,
  };
}

function turnsBesideRequirements(previous: Results, now: Results): Pick<Changes, "turnedRed" | "turnedGreen"> {
  const [before, after] = [redFor(previous), redFor(now)];
  if (before === undefined) return after === undefined ? {} : { turnedRed: after };
  return after !== undefined || now.verdict === "non-conformant" ? {} : { turnedGreen: before };
}

/** True when nothing changed; what was red may still be so. */
export function nothingChanged(changes: Changes): boolean {
  const { broken, learned, mended, lost, leftOut, other, readings, latencies, operations } = changes;
  if (changes.turnedRed !== undefined || changes.turnedGreen !== undefined) return false;
  const lists = [broken, learned, mended, lost, leftOut, other, readings, latencies, operations];
  return lists.every((list) => list.length === 0);
}

/** How many requirements are another status than before, by kind, with the first of each; undefined where none is. */
export function statusSentence({ broken, learned, mended, lost }: Changes, other: Changes["other"] = []) {
  if (broken.length + learned.length + mended.length + lost.length + other.length === 0) return undefined;
  const named = (list: readonly StatusChange[], word: string): string => {
    const ids = list.slice(0, 3).map(({ id }) => id);
    return `${list.length} ${word}${ids.length > 0 ? ` (${ids.join(" ")}${list.length > 3 ? " …" : ""})` : ""}`;
  };
  return [
    named(broken, "newly broken"),
    ...(learned.length > 0 ? [named(learned, "newly demanded by the suite")] : []),
    named(mended, "mended"),
    ...(lost.length > 0 ? [named(lost, "no longer judged")] : []),
    ...(other.length > 0 ? [named(other, "otherwise changed")] : []),
  ].join(", ");
}

/** The requirements that whoever started this run did not ask for. */
function idsLeftOut(previous: Results, now: Results): ReadonlySet<string> {
  const { level } = now.suite;
  // Earlier versions wrote no kind of reason.
  const isPart = (now.partial?.only?.length ?? 0) > 0;
  const isUnasked = ({ status, choice, unjudged: why }: RequirementResult): boolean =>
    status === "skipped" && !choice && (why === undefined ? isPart : why.because === "not-selected");
  const newer = previous.requirements.filter((one) => level !== undefined && isLater(sinceOf(one), level));
  return new Set([...now.requirements.filter(isUnasked), ...newer].map(({ id }) => id));
}

function statusChanges(previous: Results, now: Results): StatusChange[] {
  const before = new Map(previous.requirements.map((requirement) => [requirement.id, requirement]));
  const changes: StatusChange[] = [];
  for (const { id, statement, status, choice } of now.requirements) {
    const earlier = before.get(id)?.status;
    before.delete(id);
    const chosen = choice ? { choice } : {};
    if (earlier !== status)
      changes.push({ id, statement, ...(earlier ? { before: earlier } : {}), now: status, ...chosen });
  }
  for (const { id, statement, status } of before.values()) changes.push({ id, statement, before: status });
  return changes;
}

function stillSo(previous: Results, now: Results): StatusChange[] {
  const before = new Map(previous.requirements.map(({ id, status }) => [id, status]));
  return now.requirements.flatMap(({ id, statement, status, level }) => {
    const earlier = before.get(id);
    const change = { id, statement, ...(earlier ? { before: earlier } : {}), now: status };
    const open = now.verdict === "incomplete" && level === "MUST" && status === "inconclusive" && earlier === status;
    return open || isStillBad(change) ? [change] : [];
  });
}

/** What a run says of its own baseline is about other runs than these two. */
const driftFromPin = ({ drift, driftFrom }: OpenPointResult): string | undefined =>
  driftFrom === undefined ? drift : undefined;

/** A pin that no longer holds counts too, where the run before had the same reading without it. */
function readingChanges(previous: Results, now: Results): ReadingChange[] {
  const measured: readonly string[] = measuredOpenPoints;
  const before = new Map(previous.openPoints.map((point) => [point.id, point]));
  return now.openPoints.flatMap((point) => {
    const earlier = before.get(point.id);
    if (!earlier || measured.includes(point.id)) return [];
    if (stableJson(earlier.reading) !== stableJson(point.reading))
      return [{ id: point.id, before: earlier.reading, now: point.reading }];
    const [pinBefore, pinNow] = [driftFromPin(earlier), driftFromPin(point)];
    if ((pinBefore === undefined) === (pinNow === undefined)) return [];
    return [{ id: point.id, before: pinBefore ?? earlier.reading, now: pinNow ?? point.reading }];
  });
}

/** The readings that are other ones, those that were not found this time, and those that were not found before. */
export function readingsByChange({ readings }: Pick<Changes, "readings">) {
  return {
    drifted: readings.filter(({ before, now }) => before !== undefined && now !== undefined),
    unread: readings.filter(({ now }) => now === undefined),
    read: readings.filter(({ before, now }) => before === undefined && now !== undefined),
  };
}

function operationChanges(previous: Results, now: Results): OperationChange[] {
  const before = new Map(previous.operations.map((operation) => [operation.operationId, operation]));
  const after = new Map(now.operations.map((operation) => [operation.operationId, operation]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((operationId) => {
    const [earlier, later] = [before.get(operationId), after.get(operationId)];
    const [exchangesBefore, exchangesNow] = [earlier?.exchanges ?? 0, later?.exchanges ?? 0];
    const newTroubles = Object.keys(later?.statuses ?? {}).filter(
      (s) => isTrouble(s) && !(s in (earlier?.statuses ?? {})),
    );
    const told = exchangesBefore === 0 || exchangesNow === 0 || newTroubles.length > 0;
    return told ? [{ operationId, exchangesBefore, exchangesNow, newTroubles }] : [];
  });
}

/** A 5xx, or no answer at all. */
function isTrouble(outcome: string): boolean {
  return !/^[1-4]\d\d$/.test(outcome);
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
