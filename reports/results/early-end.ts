/** How a run tells that it did not reach its end. */
import type { Results } from "./model.ts";

export interface EarlyEnd {
  /** Why, as a clause. */
  readonly because: string;
  /** What lets it reach its end, as a noun. */
  readonly remedy?: string;
}

/** As a part of the results tells it; undefined where it ended as it should, or a person interrupted it. */
export function earlyEndOf({ because, remedy }: NonNullable<Results["partial"]>): EarlyEnd | undefined {
  if (because === undefined) return undefined;
  return { because, ...(remedy === undefined ? {} : { remedy }) };
}
