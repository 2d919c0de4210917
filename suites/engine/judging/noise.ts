/** What a busy or failing machine does to a script, so that it is not taken for what the service does. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";

/** How often a script is run at most before a failure that noise may have caused is believed: once, and three times again. */
export const maxTries = 4;

/** True where an answer was lost, or came from a machine that could not do what it was asked for. */
function isNoise({ response, failure, lost = [] }: Exchange): boolean {
  if (lost.length > 0) return true;
  if (!response)
    return (
      failure !== undefined &&
      failure.kind !== "interrupted" &&
      failure.kind !== "disturbed" &&
      failure.kind !== "oversize"
    );
  return response.status >= 500 || response.status === 429;
}

/** One run of a script. */
export interface Try {
  /** What failed, with the steps of the exchanges that decide it. */
  readonly failed: ReadonlyMap<RequirementId, ReadonlySet<string>>;
  /** The steps whose answers were noise. */
  readonly noisySteps: ReadonlySet<string>;
  /** Those of them that went at the same time as others. */
  readonly noisyTogether: ReadonlySet<string>;
}

/**
 * The requirements that are believed to have failed. A service that is at fault itself fails without noise, too; or each
 * time in the same place; or, where requests go at the same time, twice with the noise at the same one of them, as the
 * service may do right by chance. Noise strikes elsewhere.
 */
export function believed(tries: readonly Try[]): ReadonlySet<RequirementId> {
  const all = new Set(tries.flatMap(({ failed }) => [...failed.keys()]));
  return new Set(
    [...all].filter((id) => {
      const failing = tries.filter(({ failed }) => failed.has(id));
      if (failing.some(({ noisySteps }) => noisySteps.size === 0)) return true;
      const [first, ...others] = failing.map(({ failed }) => failed.get(id) ?? new Set<string>());
      const inOnePlace = [...(first ?? [])].some((step) => others.every((steps) => steps.has(step)));
      if (failing.length === tries.length && tries.length > 1 && inOnePlace) return true;
      return failing.some((one, at) => failing.slice(at + 1).some((other) => alike(one, other)));
    }),
  );
}

function alike(one: Try, other: Try): boolean {
  return [...one.noisyTogether].some((step) => other.noisyTogether.has(step));
}

/** The steps of a history whose answers were noise. */
export function noiseOf({ exchanges }: History): Pick<Try, "noisySteps" | "noisyTogether"> {
  const noisy = exchanges.filter(isNoise);
  return {
    noisySteps: new Set(noisy.map(({ step }) => step)),
    noisyTogether: new Set(noisy.filter(({ parallel }) => parallel).map(({ step }) => step)),
  };
}
