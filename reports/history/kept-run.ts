/** What the history keeps of a run: a few kilobytes from which everything it tells follows. */
import { createHash } from "node:crypto";
import { measuredOpenPoints } from "../../spec/open-points.ts";
import type { RequirementResult, Results, Verdict } from "../results/model.ts";
import { printable, shorten } from "../text/escape.ts";
import { judgedOnly, labelOf, partialSentence } from "../text/headline.ts";
import { redFor } from "../text/run-failures.ts";
import { stableJson } from "../text/stable-json.ts";
import { tellingSentence } from "../text/telling.ts";
import { letterOf } from "./letters.ts";

/** A requirement, as a run that is kept knew it. */
export interface KeptRequirement {
  readonly id: string;
  readonly level: string;
  readonly statement: string;
}

/** Of one operation: exchanges, those that brought a 5xx or no answer, and percentiles in milliseconds. */
export type KeptOperation = readonly [exchanges: number, troubles: number, p50: number, p95: number, p99: number];

/** What is needed of every run, whoever asks. */
export interface PastRun {
  readonly runId: string;
  readonly environment: string;
  readonly baseUrl: string;
  readonly access: string;
  readonly seed: number;
  readonly depth: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly suiteVersion: string;
  readonly verdict: Verdict;
  /** What of the run is missing, as a sentence. */
  readonly partial?: string;
  /** Of a green that judged little: how many of the requirements, as `17 of 191`. Absent for every other run. */
  readonly judgedOnly?: string;
  /** For what its exit code was 1 although no MUST failed, as a clause; absent for every other run. */
  readonly redFor?: string;
  readonly requirements: readonly KeptRequirement[];
  /** One letter for each requirement, see `letters.ts`. */
  readonly statuses: string;
  /** The behaviour observed at each open point, as JSON text; measurements are left out, as they differ every night. */
  readonly readings: Readonly<Record<string, string>>;
  readonly exchanges: number;
  /** Exchanges that brought a 5xx or no answer. */
  readonly troubles: number;
  /** Errors of the suite itself. */
  readonly suiteErrors: number;
  readonly operations: Readonly<Record<string, KeptOperation>>;
  /** Where the run's own report is. */
  readonly report?: string;
}

/** What is looked at for single runs only. */
export interface RunDetails {
  /** One sentence for each requirement that is not passed. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly measured: Readonly<Record<string, string>>;
  /** Open points where the run saw another behaviour than the pinned one, or that of its `--baseline`. */
  readonly drift: Readonly<Record<string, string>>;
  readonly specDigest: string;
}

export type KeptRun = PastRun & RunDetails;

const maxNameLength = 200;
const maxReasonLength = 240;
const maxReadingLength = 1_000;

/**
 * What is kept of a run. Texts are cut and free of control characters, whatever a target wrote into them.
 * @param report where the run's own report is, as somebody named it
 */
export function keptRun(results: Results, report?: string): KeptRun {
  const { environment, suite, summary, requirements, openPoints, operations } = results;
  const partial = partialSentence(results);
  const red = redFor(results);
  const little = judgedOnly(results);
  const isMeasured = (id: string): boolean => (measuredOpenPoints as readonly string[]).includes(id);
  const seen = openPoints.flatMap(({ id, reading }) =>
    reading === undefined ? [] : [[name(id), clean(stableJson(reading), maxReadingLength)] as const],
  );
  const known = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const all = [...known.values()];
  return {
    runId: name(results.runId),
    environment: name(environment.name),
    baseUrl: clean(environment.baseUrl, 500),
    access: environment.access,
    seed: results.seed,
    depth: results.depth,
    startedAt: new Date(results.startedAt).toISOString(),
    durationMs: summary.durationMs,
    suiteVersion: name(suite.version),
    specDigest: name(suite.specDigest),
    verdict: results.verdict,
    ...(partial === undefined ? {} : { partial: clean(partial, 500) }),
    ...(little === undefined ? {} : { judgedOnly: little }),
    ...(red === undefined ? {} : { redFor: clean(red, maxReasonLength) }),
    requirements: all.map(({ id, level, statement }) => ({ id, level, statement: clean(statement, 1_000) })),
    statuses: all.map((requirement) => letterOf(requirement.status, results)).join(""),
    reasons: Object.fromEntries(all.flatMap(reasonOf)),
    readings: Object.fromEntries(seen.filter(([id]) => !isMeasured(id))),
    measured: Object.fromEntries(seen.filter(([id]) => isMeasured(id))),
    drift: Object.fromEntries(
      openPoints.flatMap(({ id, drift }) => (drift === undefined ? [] : [[name(id), clean(drift, maxReasonLength)]])),
    ),
    exchanges: summary.exchanges,
    troubles: operations.reduce((sum, { statuses }) => sum + troublesIn(statuses), 0),
    suiteErrors: (results.errors ?? []).reduce((sum, { count }) => sum + count, 0),
    operations: Object.fromEntries(
      operations.map(({ operationId, exchanges, statuses, latencyMs: { p50, p95, p99 } }) => [
        name(operationId),
        [exchanges, troublesIn(statuses), p50, p95, p99] as const,
      ]),
    ),
    ...(report === undefined ? {} : { report }),
  };
}

/** The verdict of a run in words, of how little it is where that is so, and that its exit code was red all the same. */
export function verdictOfRun(run: Pick<PastRun, "verdict" | "judgedOnly" | "redFor">): string {
  return labelOf(run);
}

/** Tells two judgements of one run apart, such as before and after a recheck. SHA-256 in hex. */
export function contentDigest({ report: _, ...content }: KeptRun): string {
  return digestOf(content);
}

/** SHA-256 in hex of a value as JSON. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(stableJson(value)).digest("hex");
}

function reasonOf(requirement: RequirementResult): readonly (readonly [string, string])[] {
  if (requirement.status === "passed") return [];
  const reason = tellingSentence(requirement);
  return reason === undefined ? [] : [[requirement.id, clean(reason, maxReasonLength)]];
}

/** Answers of 5xx, and exchanges without an answer. */
function troublesIn(statuses: Readonly<Record<string, number>>): number {
  return Object.entries(statuses).reduce((sum, [status, count]) => (/^[1-4]\d\d$/.test(status) ? sum : sum + count), 0);
}

function name(text: string): string {
  return clean(text, maxNameLength);
}

/** Cut before it is made printable, so that a text without end costs nothing, and again behind it. */
function clean(text: string, limit: number): string {
  return shorten(printable(shorten(text, limit)), limit);
}
