/**
 * Looks at a script: each time that it ran, and what was judged of it. Where something failed among lost answers it runs
 * again, and what is believed of all its runs is one outcome. Whoever judges saved histories again comes to the same.
 */
import { Case, judge, type Judged, type Rule } from "../../checks/index.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { JudgingContext } from "../../spec/requirements/judgement.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { believed, maxTries, noisyStepsOf, type Try } from "./noise.ts";

/** A script that ran, and what was judged of it; nothing where the run was interrupted meanwhile. */
export interface Look extends Try {
  readonly history: History;
  readonly judged?: Judged;
}

interface Intermittent {
  readonly requirement: RequirementId;
  /** How often it failed. */
  readonly times: number;
  /** How often the script ran. */
  readonly of: number;
}

export interface Settled {
  /** What stands for all looks. */
  readonly look: Look;
  readonly intermittent: readonly Intermittent[];
}

export function lookAt(
  history: History,
  context: JudgingContext,
  options: { readonly only: ReadonlySet<RequirementId>; readonly rules: readonly Rule[] },
): Look {
  if (isInterrupted(history)) return { history, noisySteps: new Set(), failed: new Set() };
  const judged = judge(new Case(history, context), options);
  const failed = judged.judgements.flatMap(({ outcome, requirement }) => (outcome === "failed" ? [requirement] : []));
  return { history, noisySteps: noisyStepsOf(history), judged, failed: new Set(failed) };
}

function isInterrupted({ exchanges }: History): boolean {
  return exchanges.some((exchange) => exchange.failure?.kind === "interrupted");
}

/** True where the script is to run once more, with marks of its own, before anything is believed of it. */
export function wantsAnother(looks: readonly Look[]): boolean {
  const [first] = looks;
  return first !== undefined && first.noisySteps.size > 0 && looks.length < maxTries && looks.at(-1)?.failed.size !== 0;
}

/**
 * What is believed of all looks. What fails each time is the service's own fault.
 * @param isAboutNoise true for the requirements that are about lost answers themselves
 */
export function settled(looks: readonly [Look, ...Look[]], isAboutNoise: (id: RequirementId) => boolean): Settled {
  const [first] = looks;
  if (looks.length === 1) return { look: first, intermittent: [] };
  const sure = new Set([...believed(looks), ...[...first.failed].filter(isAboutNoise)]);
  const struck = new Set(looks.flatMap(({ failed }) => [...failed].filter((id) => !sure.has(id))));
  const intermittent = [...struck].map((requirement) => {
    const times = looks.filter(({ failed }) => failed.has(requirement)).length;
    return { requirement, times, of: looks.length };
  });
  // The last run that shows what is believed stands for all.
  const shown = looks.findLast(({ failed }) => [...sure].every((id) => failed.has(id))) ?? first;
  const judgements = (shown.judged?.judgements ?? []).filter(
    ({ outcome, requirement }) => outcome === "passed" || sure.has(requirement),
  );
  return { look: { ...shown, ...(shown.judged ? { judged: { ...shown.judged, judgements } } : {}) }, intermittent };
}

/**
 * Probes are not run again: what failed among lost answers is left to the scripts, which ask for it as well.
 * @param isAboutNoise true for the requirements that are about lost answers themselves
 */
export function quieted(look: Look, isAboutNoise: (id: RequirementId) => boolean): Look {
  if (look.noisySteps.size === 0 || !look.judged) return look;
  const judgements = look.judged.judgements.filter(
    ({ outcome, requirement }) => outcome === "passed" || isAboutNoise(requirement),
  );
  return { ...look, judged: { ...look.judged, judgements } };
}
