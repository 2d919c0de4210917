/** What a busy or failing machine does to a script, so that it is not taken for what the service does. */
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";

/** How often a script is run at most before a failure that noise may have caused is believed. */
export const maxTries = 3;

/** True where an answer was lost, or came from a machine that could not do what it was asked for. */
function isNoise({ response, failure }: Exchange): boolean {
  if (!response) return failure !== undefined && failure.kind !== "interrupted" && failure.kind !== "oversize";
  return response.status >= 500 || response.status === 429;
}

/** One run of a script: what failed, and the steps whose answers were noise. */
export interface Try {
  readonly failed: ReadonlySet<RequirementId>;
  readonly noisySteps: ReadonlySet<string>;
}

/**
 * The requirements that are believed to have failed: each time, or twice with noise at the same step. A service that is
 * at fault itself fails again in the same place; noise strikes elsewhere.
 */
export function believed(tries: readonly Try[]): ReadonlySet<RequirementId> {
  const all = new Set(tries.flatMap(({ failed }) => [...failed]));
  return new Set(
    [...all].filter((id) => {
      const failing = tries.filter(({ failed }) => failed.has(id));
      return (
        failing.length === tries.length ||
        failing.some((one, at) => failing.slice(at + 1).some((other) => alike(one, other)))
      );
    }),
  );
}

function alike(one: Try, other: Try): boolean {
  return [...one.noisySteps].some((step) => other.noisySteps.has(step));
}

export function noisyStepsOf({ exchanges }: History): ReadonlySet<string> {
  return new Set(exchanges.filter(isNoise).map(({ step }) => step));
}
