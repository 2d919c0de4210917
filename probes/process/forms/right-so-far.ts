/** What a search for a form found right, where in the end something else than the data was refused. */
import type { Candidate } from "./told/candidate.ts";

export interface RightSoFar {
  /** By the name of a member: the value that was not refused. */
  readonly members: Readonly<Record<string, Candidate>>;
  /** True where no other members may be sent. */
  readonly isClosed: boolean;
  /** The kinds of refusals that were about the data. */
  readonly kinds: ReadonlySet<string>;
}
