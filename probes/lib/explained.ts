/** How well a reading explains what was seen, source by source. */
import type { Face } from "../../spec/operations.ts";
import type { Likeness } from "./likeness.ts";

export interface Sighting {
  readonly face: Face;
  /** The operation that showed it. */
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

/** Faces count the same, and so do the operations of a face, however much was seen of each. */
export function explained(sightings: readonly Sighting[]): Explained {
  const mean = (valueOf: (likeness: Likeness) => number) =>
    average(
      groups(sightings, "face").map((own) =>
        average(groups(own, "source").map((same) => average(same.map(({ likeness }) => valueOf(likeness))))),
      ),
    );
  const exact = mean(({ kind }) => (kind === "exact" ? 1 : 0));
  const contained = mean(({ kind }) => (kind === "contains" ? 1 : 0));
  return {
    score: mean(({ score }) => score),
    count: sightings.filter(({ likeness: { kind } }) => kind === "exact" || kind === "contains").length,
    exact: exact >= contained,
  };
}

function groups(sightings: readonly Sighting[], by: "face" | "source"): readonly (readonly Sighting[])[] {
  return [...Map.groupBy(sightings, (sighting) => sighting[by]).values()];
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Below this, with no document seen whole, what is alike is alike by chance. */
export const chance = 0.25;
