/** How well a reading explains what was seen, source by source. */
import type { Likeness } from "./likeness.ts";

export interface Sighting {
  /** Where it was seen, such as an operation; each source counts the same, however much of it was seen. */
  readonly source: string;
  readonly likeness: Likeness;
}

export interface Explained {
  /** From 0 to 1: the mean over the sources. */
  readonly score: number;
  /** Sightings that hold the wanted document, whole. */
  readonly count: number;
  /** True where mostly nothing stands beside the wanted document. */
  readonly exact: boolean;
}

/** A source that mostly tells another story than the rest cannot outvote the others by being seen more often. */
export function explained(sightings: readonly Sighting[]): Explained {
  const sources = [...Map.groupBy(sightings, ({ source }) => source).values()];
  const mean = (valueOf: (likeness: Likeness) => number) =>
    sources.reduce((sum, own) => sum + own.reduce((part, one) => part + valueOf(one.likeness), 0) / own.length, 0) /
    Math.max(1, sources.length);
  const exact = mean(({ kind }) => (kind === "exact" ? 1 : 0));
  const contained = mean(({ kind }) => (kind === "contains" ? 1 : 0));
  return {
    score: mean(({ score }) => score),
    count: sightings.filter(({ likeness: { kind } }) => kind === "exact" || kind === "contains").length,
    exact: exact >= contained,
  };
}

/** Below this, with no document seen whole, what is alike is alike by chance. */
export const chance = 0.25;
