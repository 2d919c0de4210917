/** How well a reading explains the observed answers, operation by operation. */
import type { Face } from "../../spec/operations.ts";
import type { Likeness } from "./likeness.ts";

export interface ObservedLikeness {
  readonly face: Face;
  /** The operation that showed it. */
  readonly source: string;
  readonly likeness: Likeness;
}

interface Explained {
  /** From 0 to 1: the mean over the sources. */
  readonly score: number;
  /** Observations that hold the whole wanted document. */
  readonly count: number;
  /** True where most observations hold the wanted document and no further members. */
  readonly exact: boolean;
}

/** Both faces weigh the same, and so do the operations of a face, however many answers each gave. */
export function explained(observed: readonly ObservedLikeness[]): Explained {
  const mean = (valueOf: (likeness: Likeness) => number) =>
    average(
      groups(observed, "face").map((own) =>
        average(groups(own, "source").map((same) => average(same.map(({ likeness }) => valueOf(likeness))))),
      ),
    );
  const exact = mean(({ kind }) => (kind === "exact" ? 1 : 0));
  const contained = mean(({ kind }) => (kind === "contains" ? 1 : 0));
  return {
    score: mean(({ score }) => score),
    count: observed.filter(({ likeness: { kind } }) => kind === "exact" || kind === "contains").length,
    exact: exact >= contained,
  };
}

function groups(
  observed: readonly ObservedLikeness[],
  by: "face" | "source",
): readonly (readonly ObservedLikeness[])[] {
  return [...Map.groupBy(observed, (one) => one[by]).values()];
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** A lower score without one whole document is taken for chance. */
export const chance = 0.25;
