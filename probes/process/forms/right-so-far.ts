/** What a search for the form of an action found right, where something else than the data was refused in the end. */
import type { Candidate } from "./told/candidate.ts";

export interface RightSoFar {
  /** By the name of the member, what was not refused. */
  readonly members: Readonly<Record<string, Candidate>>;
  /** True where no others may stand beside them. */
  readonly isClosed: boolean;
  /** The kinds of the refusals that were about the data. */
  readonly kinds: ReadonlySet<string>;
}
