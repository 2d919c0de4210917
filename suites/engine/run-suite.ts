/** A whole run from code: the public API. */
import type { Environment } from "../../driver/index.ts";
import type { Results } from "../../reports/results/index.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Extension } from "../extensions/extension.ts";
import { loadParts } from "../extensions/load.ts";
import type { Depth } from "./plan/depth.ts";
import { openRun } from "./open-run.ts";
import { closeOutputFolder } from "./saved/output-folder.ts";
import { planOf, type RunPlan } from "./plan/run-plan.ts";

export interface RunSuiteOptions {
  /** Default: standard. */
  readonly depth?: Depth;
  /** Default: a new one; the results name it. */
  readonly seed?: number;
  /** Seed and marks follow from this text; without a seed. */
  readonly challenge?: string;
  /** Stop at the first failure. */
  readonly bail?: boolean;
  /** Requests of probes and scripts at most; default: as many as are planned. */
  readonly maxRequests?: number;
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
  /** Requirements, rules and scripts of one's own. */
  readonly extensions?: readonly Extension[];
  /** Absolute path of an OpenAPI document that every response is validated against as well. */
  readonly description?: string;
}

/**
 * Runs the suites against one target and returns the results.
 * @throws UnreachableError and LoginError when the target cannot be tested, UsageError for a wrong option.
 */
export async function runSuite(environment: Environment, options: RunSuiteOptions = {}): Promise<Results> {
  const { profile, signal, extensions = [], description, ...wanted } = options;
  const parts = await loadParts(description === undefined ? {} : { description }, extensions);
  const plan = planOf(wanted);
  try {
    const run = await openRun({
      plan,
      environment,
      parts,
      ...(signal ? { signal } : {}),
      ...(profile ? { profile } : {}),
    });
    try {
      await run.runAll();
      return run.session.checkpoint(!run.session.interrupted);
    } finally {
      await run.session.close();
    }
  } finally {
    if (plan.outputDir !== undefined) closeOutputFolder(plan.outputDir, plan.runId);
  }
}
