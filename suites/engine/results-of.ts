/** From what a session knows to its results. */
import type { Environment } from "../../driver/index.ts";
import type { Applicability, FinishOptions, Results } from "../../reports/results/index.ts";
import { openPoints } from "../../spec/open-points/registry.ts";
import { requirements } from "../../spec/requirements/index.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import { writeResults } from "./output-folder.ts";
import type { Recorder } from "./recorder.ts";
import type { RunPlan } from "./run-plan.ts";
import type { Selection } from "./selection.ts";
import { specDigest, suiteVersion } from "./suite-identity.ts";

export interface ResultInputs {
  readonly plan: RunPlan;
  readonly environment: Pick<Environment, "name" | "baseUrl" | "access" | "waivers">;
  readonly target?: JudgingTarget;
  readonly profile?: Profile;
  readonly selection: Selection;
  readonly applicability: ReadonlyMap<string, Applicability>;
  readonly interrupted: boolean;
  readonly durationMs: number;
}

export interface FinishedResults {
  readonly results: Results;
  /** Writes them into an output folder. */
  write(folder: string): void;
}

export function resultsOf(inputs: ResultInputs, recorder: Recorder): FinishedResults {
  const options = finishOptions(inputs);
  const results = recorder.results(options);
  return {
    results,
    write(folder) {
      const { tracesCreated } = results.summary;
      writeResults(folder, results, {
        schemaVersion: 1,
        ...(inputs.target ? { target: inputs.target } : {}),
        ...(inputs.profile ? { profile: inputs.profile } : {}),
        state: recorder.state,
        options: {
          ...options,
          tracesCreated,
          ...(results.tracesLeft ? { tracesLeft: results.tracesLeft } : {}),
          applicability: [...(options.applicability ?? [])],
        },
      });
    },
  };
}

function finishOptions(inputs: ResultInputs): FinishOptions {
  const { plan, environment, selection } = inputs;
  const partial: Results["partial"] = {
    ...(inputs.interrupted ? { interrupted: true } : {}),
    ...(plan.only.length > 0 ? { only: plan.only } : {}),
    ...(plan.shard ? { shard: plan.shard } : {}),
  };
  return {
    suite: { version: suiteVersion, specDigest },
    environment: { name: environment.name, baseUrl: environment.baseUrl, access: environment.access },
    runId: plan.runId,
    seed: plan.seed,
    depth: plan.depth,
    startedAt: plan.startedAt,
    durationMs: inputs.durationMs,
    ...(inputs.profile ? { profile: inputs.profile } : {}),
    openPoints,
    applicability: withUnselected(inputs.applicability, selection),
    waivers: environment.waivers,
    failOn: plan.failOn,
    ...(Object.keys(partial).length > 0 ? { partial } : {}),
  };
}

/** What `--only` left out is skipped, and says so. */
function withUnselected(
  applicability: ReadonlyMap<string, Applicability>,
  selection: Selection,
): ReadonlyMap<string, Applicability> {
  if (selection.words.length === 0) return applicability;
  const reason = `not selected: this run was asked only for ${selection.words.join(", ")}`;
  const unselected = requirements
    .filter((requirement) => !selection.requirements.has(requirement.id))
    .map((requirement) => [requirement.id, { status: "skipped", reason }] as const);
  return new Map<string, Applicability>([...applicability, ...unselected]);
}
