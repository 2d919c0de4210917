/** What stands behind a mutant that no run turned red. */
import type { Mutant } from "./mutants.ts";
import { survivors } from "./survivors/index.ts";

/**
 * `equivalent`: it answers every request as the service does. `open`: it answers otherwise, in a way that the interface
 * leaves to whoever builds the service. `out of reach`: what differs shows only to who breaks the service's own database,
 * restarts it, comes from another machine, waits for days or sends gigabytes. `hole`: a run should have told.
 */
export type Standing = "equivalent" | "open" | "out of reach" | "hole";

export interface SurvivorClass extends Reason {
  readonly standing: Standing;
}

export interface Reason {
  readonly why: string;
  /**
   * File, what the place stands in (after `=`: in nothing within that), and, where that is not enough, beginnings of
   * `was => becomes`, or, after `…`, anything in it; before ` :: ` the beginning of what the place is directly a part of.
   */
  readonly places: readonly (readonly [file: string, within: string, ...beginnings: string[]])[];
}

/** The first class that names the mutant; undefined where nobody looked at it yet. */
export function standingOf(mutant: Mutant): SurvivorClass | undefined {
  return survivors.find(({ places }) => places.some((place) => isAt(mutant, place)));
}

/** True where a run should turn red: nobody looked at it yet, or it was found to be a hole. */
export function isOfInterest(mutant: Mutant): boolean {
  const { standing = "hole" } = standingOf(mutant) ?? {};
  return standing === "hole";
}

/** True where the place is that of the mutant. */
export function isAt(mutant: Mutant, [file, within, ...changes]: SurvivorClass["places"][number]): boolean {
  const isWithin =
    within === "" || within.startsWith("=")
      ? `=${mutant.within}` === (within || "=")
      : `${mutant.within}.`.startsWith(`${within}.`);
  return mutant.file === file && isWithin && (changes.length === 0 || changes.some((one) => isChange(mutant, one)));
}

function isChange(mutant: Mutant, named: string): boolean {
  const [of, one] = named.includes(" :: ") ? named.split(" :: ") : ["", named];
  const change = changeOf(mutant);
  const isNamed = one?.startsWith("…") === true ? change.includes(one.slice(1)) : change.startsWith(one ?? "");
  return isNamed && mutant.of.startsWith(of ?? "");
}

/** In one line. */
export const changeOf = ({ was, becomes }: Pick<Mutant, "was" | "becomes">): string =>
  `${was} => ${becomes}`.replace(/\s+/g, " ");
