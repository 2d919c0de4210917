/** A whole run inside this process, without vitest: for many targets in one process, and for the public API. */
import type { Environment } from "../../driver/index.ts";
import type { Results } from "../../reports/results/index.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Extension } from "../extensions/extension.ts";
import { loadParts } from "../extensions/load.ts";
import { Parts } from "../extensions/parts.ts";
import type { Depth } from "./depth.ts";
import { openRun } from "./open-run.ts";
import { newRunId, newSeed, type RunPlan } from "./run-plan.ts";

export interface RunSuiteOptions {
  /** Default: standard. */
  readonly depth?: Depth;
  /** Default: a new one; the results name it. */
  readonly seed?: number;
  /** Stop at the first failure. */
  readonly bail?: boolean;
  /** Areas, requirement ids, faces; default: everything. */
  readonly only?: readonly string[];
  readonly shard?: RunPlan["shard"];
  readonly failOn?: RunPlan["failOn"];
  /** Absolute path; absent: nothing is written. */
  readonly outputDir?: string;
  readonly runId?: string;
  readonly signal?: AbortSignal;
  /** What is known of the target already; absent: the probes find it out. */
  readonly profile?: Profile;
  /** Requirements, checks and scripts of one's own. */
  readonly extensions?: readonly Extension[];
  /** Absolute path of an OpenAPI document that every response is validated against as well. */
  readonly description?: string;
}

/**
 * Runs the suites against one target and returns the results.
 * @throws UnreachableError and LoginError when the target cannot be tested, UsageError for a wrong option.
 */
export async function runSuite(environment: Environment, options: RunSuiteOptions = {}): Promise<Results> {
  const now = new Date();
  const { profile, signal, extensions = [], description, ...wanted } = options;
  const described = await loadParts(description === undefined ? {} : { description });
  const run = await openRun({
    plan: {
      target: { environment: environment.name },
      runId: wanted.runId ?? newRunId(now),
      startedAt: now.toISOString(),
      depth: wanted.depth ?? "standard",
      seed: wanted.seed ?? newSeed(),
      only: wanted.only ?? [],
      bail: wanted.bail ?? false,
      failOn: wanted.failOn ?? "must",
      ...(wanted.shard ? { shard: wanted.shard } : {}),
      ...(wanted.outputDir === undefined ? {} : { outputDir: wanted.outputDir }),
    },
    environment,
    parts: new Parts([...extensions, ...described.extensions]),
    ...(signal ? { signal } : {}),
    ...(profile ? { profile } : {}),
  });
  try {
    await Promise.all(run.groups.map((group) => run.examine(group)));
    return run.session.checkpoint(!run.session.interrupted);
  } finally {
    await run.session.close();
  }
}
