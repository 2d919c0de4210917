import type { Json, JsonObject } from "../../../../spec/json.ts";
import type { JsonPath } from "../../../../spec/vocabulary/profile.ts";

/** A value, and the schema of its like. */
export interface Candidate {
  readonly value: Json;
  readonly schema: JsonObject;
  /** Where the state shows it, if that is where it comes from: other traces show others there. */
  readonly shownAt?: JsonPath;
  /** What refusals call the member that has it, where that is another spelling than its own. */
  readonly toldAs?: string;
  /** True where it stays, whatever is refused. */
  readonly isKept?: boolean;
}

/** A text in which who sent it finds room. @param minLength of the texts like it */
export function roomyText(mark: string, length: number, minLength: number): Candidate {
  return {
    value: mark.padEnd(length, " text").slice(0, length),
    schema: { type: "string", minLength, maxLength: length },
  };
}

/** What is tried or was found right, by the place where it stands; a whole member has its name alone. */
export type Candidates = Readonly<Record<string, Candidate>>;
