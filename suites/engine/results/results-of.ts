/** From what a session knows to its results. */
import { cleanValues, type Environment } from "../../../driver/index.ts";
import {
  failureScripts,
  type Applicability,
  type EarlyEnd,
  type FinishOptions,
  type Results,
} from "../../../reports/results/index.ts";
import { openPoints } from "../../../spec/open-points.ts";
import { isLater, sinceOf } from "../../../spec/requirements/since.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import { ownParts, type Parts } from "../../extensions/parts.ts";
import type { CollectedRun } from "../saved/collected-run.ts";
import type { SensitivitySampler } from "../../sensitivity/sampler.ts";
import { writeResults } from "../saved/output-folder.ts";
import type { Recorder } from "./recorder.ts";
import type { RunIdentity } from "../plan/run-plan.ts";
import type { Selection } from "../plan/selection.ts";
import { specDigest, suiteVersion } from "../record/suite-identity.ts";

interface ResultInputs {
  readonly identity: RunIdentity;
  readonly environment: Pick<Environment, "name" | "baseUrl" | "access" | "waivers" | "byFlags"> & {
    readonly limits?: Partial<Pick<Environment["limits"], "errorRate" | "latency">>;
  };
  readonly target?: JudgingTarget;
  readonly profile?: Profile;
  readonly selection: Selection;
  readonly applicability: ReadonlyMap<string, Applicability>;
  readonly interrupted: boolean;
  /** Why the run ended before its end; absent where a person interrupted it. */
  readonly endedEarly?: EarlyEnd | undefined;
  /** True when the run stopped at its first failure, as it was told to. */
  readonly bailed?: boolean;
  /** What of others' traces could be read, where the run may write none of its own. */
  readonly readable?: FinishOptions["readable"];
  /** Requests that were answered, where they are of no exchange that was judged. */
  readonly answered?: number;
  readonly durationMs: number;
  /** Absent: the suite's own requirements. */
  readonly parts?: Parts;
  readonly sampler?: SensitivitySampler;
}

export interface FinishedResults {
  readonly results: Results;
  /** Writes them into an output folder. */
  write(folder: string): void;
}

export function resultsOf(inputs: ResultInputs, recorder: Recorder): FinishedResults {
  const options = finishOptions(inputs);
  // Messages, values and readings hold what the target sent, and a target may send back what it was told.
  const results = cleanValues(withSensitivity(recorder.results(options), inputs.sampler), recorder.redact);
  return {
    results,
    write(folder) {
      const { tracesCreated, tracesPerhapsCreated } = results.summary;
      const collected: CollectedRun = {
        schemaVersion: 1,
        ...(inputs.target ? { target: inputs.target } : {}),
        ...(inputs.profile ? { profile: inputs.profile } : {}),
        state: recorder.state,
        options: {
          ...options,
          tracesCreated,
          ...(tracesPerhapsCreated === undefined ? {} : { tracesPerhapsCreated }),
          ...(results.tracesLeft ? { tracesLeft: results.tracesLeft } : {}),
          applicability: [...(options.applicability ?? [])],
        },
      };
      const scripts = failureScripts(results);
      writeResults(folder, results, cleanValues(collected, recorder.redact), recorder.reproductionsOf(scripts));
    },
  };
}

/** What the sample noticed, told of the requirements that passed. */
function withSensitivity(results: Results, sampler: SensitivitySampler | undefined): Results {
  const passed = results.requirements.filter(({ status }) => status === "passed").map(({ id }) => id);
  const sensitivity = sampler?.result(passed);
  return sensitivity ? { ...results, sensitivity } : results;
}

function finishOptions(inputs: ResultInputs): FinishOptions {
  const { identity, environment, selection, parts = ownParts } = inputs;
  const partial: Results["partial"] = {
    ...(inputs.interrupted ? { interrupted: true } : {}),
    ...(inputs.interrupted ? inputs.endedEarly : {}),
    ...(identity.only.length > 0 ? { only: identity.only } : {}),
    ...(identity.shard ? { shard: identity.shard } : {}),
  };
  return {
    suite: {
      version: suiteVersion,
      specDigest,
      ...(identity.suiteLevel === undefined ? {} : { level: identity.suiteLevel }),
    },
    environment: {
      ...{ name: environment.name, baseUrl: environment.baseUrl, access: environment.access },
      ...(identity.targetArguments ? { arguments: identity.targetArguments } : {}),
    },
    ...(environment.byFlags ? { byFlags: true } : {}),
    ...(identity.shownOutput === undefined ? {} : { directory: identity.shownOutput }),
    runId: identity.runId,
    seed: identity.seed,
    ...(identity.challenge === undefined ? {} : { challenge: identity.challenge }),
    ...(identity.disturbed ? { disturbed: true } : {}),
    depth: identity.depth,
    startedAt: identity.startedAt,
    durationMs: inputs.durationMs,
    ...(inputs.profile ? { profile: inputs.profile } : {}),
    openPoints,
    ...(inputs.target ? { actions: actionsOf(inputs.target) } : {}),
    ...(parts.ownRequirements.length > 0 ? { ownRequirements: parts.ownRequirements } : {}),
    ...(parts.named.length > 0 ? { extensions: parts.named } : {}),
    applicability: withUnselected(inputs.applicability, selection, parts),
    waivers: environment.waivers,
    failOn: identity.failOn,
    ...limitsOfResults(environment.limits),
    ...(identity.baseline ? { baseline: identity.baseline } : {}),
    ...(inputs.answered ? { counts: { exchanges: inputs.answered } } : {}),
    ...(inputs.bailed ? { bailed: true } : {}),
    ...(inputs.readable ? { readable: inputs.readable } : {}),
    ...(Object.keys(partial).length > 0 ? { partial } : {}),
  };
}

function actionsOf({ workflows }: JudgingTarget): FinishOptions["actions"] {
  return workflows.flatMap(({ id, actions }) => {
    // An action that several groups may do is listed for each of them.
    const keys = [...new Set(actions.map(({ key }) => key))];
    return keys.map((actionKey) => {
      const own = actions.filter(({ key }) => key === actionKey);
      const uses = [
        ...(own.some(({ creates }) => creates) ? (["create"] as const) : []),
        ...(own.some(({ appends }) => appends) ? (["act"] as const) : []),
      ];
      return { workflowId: id, actionKey, uses };
    });
  });
}

function limitsOfResults(limits: ResultInputs["environment"]["limits"]): Pick<FinishOptions, "errorRate" | "latency"> {
  const { errorRate, latency } = limits ?? {};
  return { ...(errorRate === undefined ? {} : { errorRate }), ...(latency ? { latency } : {}) };
}

/** What `--only` and `--suite-level` left out is skipped, and says so. */
function withUnselected(
  applicability: ReadonlyMap<string, Applicability>,
  selection: Selection,
  { requirements }: Parts,
): ReadonlyMap<string, Applicability> {
  const { words, level } = selection;
  const unselected = requirements
    .filter((requirement) => !selection.requirements.has(requirement.id))
    .map((requirement) => {
      const since = sinceOf(requirement);
      const left: Applicability =
        level !== undefined && isLater(since, level)
          ? {
              status: "skipped",
              reason: `newer than the suite level ${level}: version ${since} introduced it or demands more by it`,
            }
          : {
              status: "skipped",
              reason: `not selected: this run was asked only for ${words.join(", ")}`,
              unjudged: { because: "not-selected" },
            };
      return [requirement.id, left] as const;
    });
  return new Map<string, Applicability>([...applicability, ...unselected]);
}
