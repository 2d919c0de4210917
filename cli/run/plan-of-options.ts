/** From the options of `run` to the plan of one run. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Baseline, Results } from "../../reports/results/index.ts";
import { depths } from "../../suites/engine/plan/depth.ts";
import { planOf, type RunPlan, sensitivityExtents } from "../../suites/engine/plan/run-plan.ts";
import { parseShard } from "../../suites/engine/plan/shard.ts";
import { embeddedName } from "../../suites/engine/plan/target.ts";
import type { CommandOptions } from "../command.ts";
import { challengeOf, choice, durationMs, flag, list, suiteLevelOf, text, wholeNumber } from "../options.ts";
import { requiredResultsOf } from "../saved-results.ts";
import type { Terminal } from "../terminal.ts";

export const failOnWords = ["must", "should", "drift", "latency"] as const;

export interface PlannedRun {
  readonly plan: RunPlan & { readonly outputDir: string; readonly shownOutput: string };
  /** The run that `--baseline` names. */
  readonly earlier?: Results;
}

interface PlanParts {
  readonly environment: string;
  /** Folder below `--output`, and below `--baseline`; absent: they are of this run alone. */
  readonly folder?: string | undefined;
  /** Absent: `--seed`, or a new one. */
  readonly seed?: number | undefined;
}

/** @throws UsageError for a wrong option. */
export function planOfOptions(
  options: CommandOptions,
  terminal: Terminal,
  { environment, folder, seed }: PlanParts,
): PlannedRun {
  const shard = text(options, "shard");
  const output = outputOf(options);
  const shownOutput = folder === undefined ? output : join(output, folder);
  const outputDir = resolve(terminal.cwd, shownOutput);
  const earlier = earlierRunOf(options, terminal, folder);
  const plan = planOf({
    depth: choice(options, "depth", depths),
    seed: seed ?? seedOf(options),
    challenge: challengeOf(options),
    only: list(options, "only"),
    suiteLevel: suiteLevelOf(options),
    disturbed: flag(options, "disturb") || undefined,
    bail: flag(options, "bail"),
    maxRequests: wholeNumber(options, "maxRequests", { least: 1, most: 10_000_000 }),
    failOn: choice({ failOn: text(options, "failOn") }, "failOn", failOnWords, "--fail-on"),
    baseline: baselineOf(earlier),
    shard: shard === undefined ? undefined : parseShard(shard),
    durationMs: durationMs(options, "duration"),
    sensitivity: choice(options, "sensitivity", sensitivityExtents),
    // Evidence is of what the seed gives alone.
    corpusDir: options["corpus"] === false ? undefined : corpusOf(environment, terminal),
  });
  return { plan: { ...plan, outputDir, shownOutput }, ...(earlier ? { earlier: earlier.results } : {}) };
}

export function outputOf(options: CommandOptions): string {
  return text(options, "output") ?? "conformance-report";
}

/** The number of `--seed`, if it was given. @throws UsageError for what is none */
export function seedOf(options: CommandOptions): number | undefined {
  return wholeNumber(options, "seed", { least: 0, most: 2 ** 31 - 1 });
}

/**
 * The earlier run that `--baseline` names, and how it was named; of several environments that of the one in `folder`.
 * @throws UsageError, OutputError where the file holds no results
 */
function earlierRunOf(
  options: CommandOptions,
  terminal: Terminal,
  folder?: string,
): { readonly source: string; readonly results: Results } | undefined {
  const named = text(options, "baseline");
  if (named === undefined) return undefined;
  const source = folder === undefined ? named : join(named, folder);
  const path = resolve(terminal.cwd, source);
  // An environment that is new has no earlier run.
  if (folder !== undefined && !existsSync(join(path, "results.json"))) return undefined;
  return { source, results: requiredResultsOf(path, source, "--baseline") };
}

/** What an earlier run observed. */
function baselineOf(earlier: ReturnType<typeof earlierRunOf>): Baseline | undefined {
  if (!earlier) return undefined;
  const { source, results } = earlier;
  const seen = results.openPoints.filter(({ reading }) => reading !== undefined);
  return { source, readings: Object.fromEntries(seen.map(({ id, reading }) => [id, reading])) };
}

/** What once failed on a target of one's own is tried first the next time. */
function corpusOf(environment: string, terminal: Terminal): string | undefined {
  if (environment === embeddedName) return undefined;
  return resolve(terminal.cwd, ".trace-conformance", "corpus", environment.replace(/[^\w.-]+/g, "-"));
}
