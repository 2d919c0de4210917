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
  /** File, what the place stands in, and, where that is not enough, beginnings of `was => becomes`. */
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
  const at = `${mutant.within}.`;
  const change = changeOf(mutant);
  return (
    mutant.file === file &&
    (within === "" ? mutant.within === "" : at.startsWith(`${within}.`)) &&
    (changes.length === 0 || changes.some((beginning) => change.startsWith(beginning)))
  );
}

/** In one line. */
export const changeOf = ({ was, becomes }: Pick<Mutant, "was" | "becomes">): string =>
  `${was} => ${becomes}`.replace(/\s+/g, " ");
