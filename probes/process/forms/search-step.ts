/** One step of the search for a form: what is right by now, and how it was answered. */
import type { Candidates } from "./candidate.ts";
import { namesMember } from "./refusal-words.ts";

export interface Answer {
  readonly taken: boolean;
  readonly refusal: string;
  /** Of which kind the refusal is. */
  readonly kind: string;
}

/** What is right by now, and how it was answered. */
export interface Step extends Answer {
  readonly found: Candidates;
}

/** True where what is refused now, if anything, is another member. */
export const isRight = ({ taken, refusal }: Answer, told: string, name: string): boolean =>
  taken || (refusal !== told && !namesMember(refusal, name));
