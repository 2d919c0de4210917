/** One script again: as often as it needs to show what fails at times alone, and what else of the target is broken. */
import { countExchanges } from "../../generators/index.ts";
import type { Attempts, Results } from "../../reports/results/index.ts";
import { requirements, type RequirementId } from "../../spec/requirements/index.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { restampFor } from "./plan/restamp.ts";
import { isSmaller } from "./plan/script-kinds.ts";
import type { ToldFailure } from "./results/failure-text.ts";
import type { ScriptOutcome } from "./results/script-outcome.ts";
import type { RunSession } from "./session.ts";

/** What was seen in a few attempts may be much rarer than they say, so short scripts are tried oftener. */
const mostAttempts = 40;
const mostExchanges = 240;

export interface Replayed {
  /** The first attempt that shows something broken; else the last one. */
  readonly outcome: ScriptOutcome;
  /** Attempts that were sent. */
  readonly tried: number;
}

/** @param attempts in how many the run that saved the script saw it fail, where that was not each time */
export async function replayed(
  session: Pick<RunSession, "run" | "stopped" | "environment" | "profile" | "plan">,
  script: Script,
  attempts?: Attempts,
): Promise<Replayed> {
  const most = attemptsFor(script, attempts);
  for (let tried = 1; ; tried += 1) {
    const outcome = await session.run(attemptAt(session, script, tried));
    const isJudged =
      outcome.error === undefined && outcome.failures.length === 0 && (outcome.seen?.judgements ?? 0) > 0;
    if (!isJudged || tried >= most || session.stopped) return { outcome: { ...outcome, script }, tried };
  }
}

/**
 * What is judged of a script: of one that a run made smaller only that for which it did, as in that run; of every other one
 * everything, which is none named here.
 * @param shows the requirements that the run saw it break
 */
export function judgedOf(script: Script, shows: readonly string[]): readonly RequirementId[] {
  return isSmaller(script) ? requirements.map(({ id }) => id).filter((id) => shows.includes(id)) : [];
}

/** With what the run that saved the script saw it break before all else, in the order in which the run told it. */
export function knownFirst(failures: ScriptOutcome["failures"], shows: readonly string[]): ScriptOutcome["failures"] {
  const rank = ({ requirement }: ToldFailure): number =>
    shows.includes(requirement) ? shows.indexOf(requirement) : shows.length;
  return failures.toSorted((a, b) => rank(a) - rank(b));
}

/** The first is the script as it stands; each further one has marks of its own. */
function attemptAt(session: Parameters<typeof replayed>[0], script: Script, number: number): Script {
  if (number === 1) return restampFor(session, script);
  const own = { ...script, id: `${script.id}/attempt-${String(number)}` };
  return restampFor(session, own, `${session.plan.runId}a${number.toString(36)}`);
}

/** How many attempts are worth their requests: at least as many as the run needed. */
export function attemptsFor(script: Script, attempts: Attempts | undefined): number {
  if (!attempts || attempts.seen >= attempts.of) return 1;
  const affordable = Math.floor(mostExchanges / Math.max(1, countExchanges(script).exchanges));
  return Math.min(mostAttempts, Math.max(attempts.of, affordable));
}

/** What makes the results red where the script itself shows nothing broken: what was sent to get to know the target. */
export function brokenBeside(results: Pick<Results, "requirements">): readonly ToldFailure[] {
  return results.requirements.flatMap(({ id, status, failures: [first] = [] }) => {
    if (status !== "failed" || !first) return [];
    const { message, expected, actual, operation, face } = first;
    return [
      {
        ...{ requirement: id as RequirementId, message, expected, actual },
        ...(operation ? { operationId: operation } : {}),
        ...(face ? { face } : {}),
      },
    ];
  });
}
