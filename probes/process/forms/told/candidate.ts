import type { Json, JsonObject } from "../../../../spec/json.ts";
import type { JsonPath } from "../../../../spec/vocabulary/profile.ts";

/** A value to try, and the schema of similar ones. */
export interface Candidate {
  readonly value: Json;
  readonly schema: JsonObject;
  /** The path in the state, if the value comes from there; it differs on each trace. */
  readonly shownAt?: JsonPath;
  /** How refusals spell the name of its member, if differently. */
  readonly toldAs?: string;
  /** True where it stays, whatever is refused. */
  readonly isKept?: boolean;
}

/** A text with room for the mark of a run. @param minLength of similar texts */
export function roomyText(mark: string, length: number, minLength: number): Candidate {
  return {
    value: mark.padEnd(length, " text").slice(0, length),
    schema: { type: "string", minLength, maxLength: length },
  };
}

/** Values to try, or found right, by their path; a top-level member by its name alone. */
export type Candidates = Readonly<Record<string, Candidate>>;
