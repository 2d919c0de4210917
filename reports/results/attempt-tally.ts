/** In how many further attempts at a failing script its failure was seen again. */
import { getOwn } from "../../spec/json.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { Attempts } from "./model.ts";

/** By requirement, and the id of the script. */
export type AttemptState = Readonly<Record<string, Readonly<Record<string, Attempts>>>>;

export class AttemptTally {
  readonly #counts = new Map<string, Map<string, Attempts>>();

  /** Takes in one further attempt at the script with this id. */
  add(script: string, judgements: readonly Judgement[]): void {
    for (const [requirement, own] of Map.groupBy(judgements, (judgement) => judgement.requirement)) {
      const isSeen = own.some(({ outcome }) => outcome === "failed");
      this.#count(requirement, script, { seen: isSeen ? 1 : 0, of: 1 });
    }
  }

  merge(state: AttemptState): void {
    for (const [requirement, scripts] of Object.entries(state))
      for (const [script, attempts] of Object.entries(scripts)) this.#count(requirement, script, attempts);
  }

  toJSON(): AttemptState {
    return Object.fromEntries([...this.#counts].map(([id, scripts]) => [id, Object.fromEntries(scripts)]));
  }

  #count(requirement: string, script: string, { seen, of }: Attempts): void {
    const scripts = this.#counts.get(requirement) ?? new Map<string, Attempts>();
    this.#counts.set(requirement, scripts);
    const known = scripts.get(script) ?? { seen: 0, of: 0 };
    scripts.set(script, { seen: known.seen + seen, of: known.of + of });
  }
}

/** Of all attempts, the one that found the failure is one. Undefined where there was no further one. */
export function attemptsAt(state: AttemptState | undefined, requirement: string, script: string): Attempts | undefined {
  const further = getOwn(getOwn(state, requirement), script);
  return further && { seen: further.seen + 1, of: further.of + 1 };
}

/**
 * Where a requirement fails at times alone, the script that showed it most often comes first, and those of which nobody
 * knows come last; else the order stays.
 */
export function oftenestFirst<Shown extends { readonly attempts?: Attempts }>(
  failures: readonly Shown[],
): readonly Shown[] {
  if (!failures.some(({ attempts }) => isAtTimes(attempts))) return failures;
  const rate = ({ attempts }: Shown): number => (attempts ? attempts.seen / attempts.of : 0);
  return failures.toSorted((a, b) => rate(b) - rate(a));
}

/** True where not every attempt showed it. */
export function isAtTimes(attempts: Attempts | undefined): attempts is Attempts {
  return attempts !== undefined && attempts.seen < attempts.of;
}
