import { operations, type OperationId, type OperationKind } from "../operations.ts";
import type { OpenPointId } from "../vocabulary/profile.ts";
import type { Need } from "./needs.ts";

export type Level = "MUST" | "SHOULD" | "MAY";
/** Why the requirement may be demanded: the interface says so, nothing else makes sense of it, or good manners. */
export type Basis = "stated" | "implied" | "robustness";

/**
 * What shows that it is fulfilled or broken:
 * - `exchange`: one exchange by itself, or exchanges between which nobody else can have changed anything
 * - `history`: what was read held against what was written, so that nobody else may have written meanwhile
 * - `delivery`: whether and when a whole answer came, which a recording of somebody's traffic does not keep
 * - `secrets`: the secrets that were sent, where they are known
 */
export type ShownBy = "exchange" | "history" | "delivery" | "secrets";

/** A part of an operation that an OpenAPI document describes. */
export type DescribedPart =
  | "response"
  | "request"
  | "first"
  | "last"
  | "after"
  | "before"
  | "envelope"
  | "page-info"
  | "cursors"
  | "token"
  | "file-parts"
  | "status"
  | "content-type"
  | "digest"
  | "digest-list"
  | "security";

export interface RequirementShape {
  readonly level: Level;
  readonly basis: Basis;
  /** One sentence, in the present tense, that a service either fulfils or not. */
  readonly statement: string;
  /** Heading of `spec/interface.md` it comes from. */
  readonly section: string;
  /** The words of that section that say it; empty for what is implied or good manners. */
  readonly quote?: string;
  /** Other places of the interface that say it too, or on whose words it rests. */
  readonly furtherQuotes?: readonly { readonly section: string; readonly quote: string }[];
  readonly operations: readonly OperationId[];
  /** What must be at hand before it can be judged. Of several that are missing, the reason of the first is told. */
  readonly needs?: readonly Need[];
  /** Open points by whose reading it is judged, besides those whose reading it needs. */
  readonly readings?: readonly OpenPointId[];
  /** Default: history. */
  readonly shownBy?: ShownBy;
  /**
   * The version of the suite that introduced it, or that demands more by it than those before; absent: the first. By it
   * `--suite-level` leaves out what is newer, and `compare` tells what the suite has learnt from what a target broke.
   */
  readonly since?: string;
  /** The part of its operations' description that it asks for; absent: a description does not show it. */
  readonly describes?: DescribedPart;
}

/** Registers one area. Keys are the ids: `AREA-NN`, never reused. */
export function defineRequirements<const Register extends Record<string, RequirementShape>>(
  register: Register,
): Register {
  return register;
}

/** Every operation of these kinds, on both faces. */
export function kinds(...wanted: readonly OperationKind[]): readonly OperationId[] {
  return operations.filter((operation) => wanted.includes(operation.kind)).map((operation) => operation.id);
}

export const everyOperation: readonly OperationId[] = operations.map((operation) => operation.id);
export const bearerOperations: readonly OperationId[] = operations.filter((o) => o.bearer).map((o) => o.id);
