/** Runs the scripts of failing requirements again, and says of each requirement what they show now. */
import type { Environment } from "../../driver/index.ts";
import type { RequirementResult, Results } from "../../reports/results/index.ts";
import type { OperationId } from "../../spec/operations.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { portionsOf } from "../../suites/engine/plan/narrowed.ts";
import { openRun, type OpenedRun } from "../../suites/engine/open-run.ts";
import { restampEach } from "../../suites/engine/plan/restamp.ts";
import { planOf } from "../../suites/engine/plan/run-plan.ts";
import type { ScriptOutcome } from "../../suites/engine/results/script-outcome.ts";
import { flatten, operationOfStep, select } from "../../suites/engine/plan/selection.ts";
import type { Parts } from "../../suites/extensions/parts.ts";

/** Of one requirement, the smallest first: an answer is wanted at once. */
const maxScripts = 3;

/** A requirement that is not met, with scripts that showed it. */
export interface Red {
  readonly id: string;
  readonly scripts: readonly Script[];
  /** The operations whose answers showed it. */
  readonly operations: ReadonlySet<OperationId>;
}

export interface TriedAgain {
  readonly id: string;
  readonly state: "fails" | "passes" | "unclear";
  /** What is wrong, or why nothing is known. */
  readonly message?: string;
}

/** What of a run is red: failed, or a SHOULD that is not met. */
export function redOf({ requirements }: Results): readonly Red[] {
  return requirements
    .filter(({ status, failures = [] }) => (status === "failed" || status === "warned") && failures.length > 0)
    .map(({ id, failures = [] }) => ({
      id,
      // Those of probes read what was there then; after a restart it may be gone.
      scripts: failures
        .map(({ script }) => script)
        .filter((script) => !script.id.startsWith("probes/"))
        .slice(0, maxScripts),
      operations: new Set(failures.flatMap(({ operation }) => operation ?? [])),
    }));
}

interface TryInput {
  readonly environment: Environment;
  readonly parts: Parts;
  readonly profile: Profile;
  readonly signal: AbortSignal;
}

/** @throws what keeps a session from opening: that the target cannot be reached, or a login is refused */
export async function tryAgain(red: readonly Red[], input: TryInput): Promise<readonly TriedAgain[]> {
  const plan = planOf({ seed: 0, only: red.map(({ id }) => id), depth: "quick" });
  const opened = await openRun({ ...input, plan });
  const { session } = opened;
  try {
    const wanted = red.map((one) => ({
      id: one.id,
      scripts: one.scripts.length > 0 ? one.scripts : scriptsFor(one, opened, input.parts),
    }));
    const scripts = new Map(wanted.flatMap((one) => one.scripts.map((script) => [script.id, script])));
    const outcomes = new Map(
      restampEach(session, [...scripts.values()]).map((script) => [script.id, session.run(script)]),
    );
    const tried = await Promise.all(
      wanted.map(async ({ id, scripts: own }) => ({
        id,
        outcomes: await Promise.all(own.flatMap((script) => outcomes.get(script.id) ?? [])),
      })),
    );
    const { requirements } = session.results(true);
    return tried.map(({ id, outcomes: own }) =>
      rulingOf(
        id,
        own,
        requirements.find((one) => one.id === id),
      ),
    );
  } finally {
    await session.close();
  }
}

/** Scripts of the suite that call what showed a requirement, those that are mostly about it first. */
function scriptsFor({ id, operations }: Red, { groups }: OpenedRun, { requirements }: Parts): readonly Script[] {
  const all = groups.flatMap(({ scripts }) => scripts);
  const calls = (script: Script): boolean =>
    script.steps.flatMap(flatten).some((step) => {
      const operation = operationOfStep(step);
      return operation !== undefined && operations.has(operation);
    });
  return portionsOf(all, select([id], requirements), "quick")
    .flat()
    .filter(calls)
    .slice(0, 2 * maxScripts);
}

/** A requirement is judged by its own scripts: one that was made smaller for another may break it by what it lost. */
function rulingOf(id: string, outcomes: readonly ScriptOutcome[], judged: RequirementResult | undefined): TriedAgain {
  const failure = outcomes.flatMap(({ failures }) => failures).find(({ requirement }) => requirement === id);
  if (failure) return { id, state: "fails", ...(failure.message === undefined ? {} : { message: failure.message }) };
  const broken = outcomes.find(({ state }) => state !== "judged");
  if (broken) return { id, state: "unclear", message: broken.error ?? "its script did not run to its end" };
  if (!judged?.judged) return { id, state: "unclear", message: judged?.reason ?? "no answer showed it" };
  return { id, state: "passes" };
}
