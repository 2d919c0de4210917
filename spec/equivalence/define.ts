import type { Quote } from "../open-points/define.ts";
import type { OperationId } from "../operations.ts";
import type { RequirementId } from "../requirements/index.ts";
import type { JsonPath } from "../vocabulary/profile.ts";

/**
 * How two answers are compared.
 * - `equal`: the same JSON value (members in any order, elements in the same order) or the same bytes
 * - `same-set`: the same elements, in any order
 * - `same-zip-contents`: the same contents of files, each as often, whatever the entries are called
 * - `isomorphic`: equal after ids, times and what follows from them (cursors, digest-like texts) were matched one to one
 */
export type Comparison = "equal" | "same-set" | "same-zip-contents" | "isomorphic";

/** Where a value to compare stands: in the answer of an operation, below the decoded JSON document. */
export interface Side {
  readonly operation: OperationId;
  /** Empty: the whole document, or the bytes of a download. */
  readonly at: JsonPath;
}

export interface ComparedPart {
  /** What the part is called in a report. */
  readonly name: string;
  readonly left: Side;
  readonly right: Side;
  readonly comparison: Comparison;
  /** Said where the part exists only under a condition. */
  readonly when?: string;
}

/** A difference that the interface states, so that nobody demands sameness there. */
export interface StatedDifference extends Quote {
  readonly difference: string;
}

/** Two operations that show, or do, the same thing. */
export interface EquivalenceRule {
  /** Kebab-case, the file's name. */
  readonly id: string;
  readonly requirement: RequirementId;
  readonly operations: readonly [OperationId, OperationId];
  /** What both sides must have in common for the comparison to mean anything. */
  readonly given: string;
  readonly parts: readonly ComparedPart[];
  readonly why: string;
  readonly statedDifferences: readonly StatedDifference[];
}

/** Registers one rule. */
export function defineEquivalence(rule: EquivalenceRule): EquivalenceRule {
  return rule;
}

/** The difference of every pair with an enveloped v2 side. */
export const envelopeOnV2: StatedDifference = {
  difference: "The v2 answer is wrapped in `{error, data}`, the legacy answer is the payload itself.",
  section: "Versioning",
  quote: "v2 responses (except the organization workflow list) are wrapped in `{error, data}`",
};

/** The difference of every pair of writes. */
export const multipartStyle: StatedDifference = {
  difference: "The v2 request has separate text fields, the legacy request one text part `body`.",
  section: "Versioning",
  quote: "v2 creation and action requests use separate multipart text fields instead of one `body` part",
};
