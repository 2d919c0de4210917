import { operations, type OperationId, type OperationKind } from "../operations.ts";

export type Level = "MUST" | "SHOULD" | "MAY";
/** Why the requirement may be demanded: the interface says so, nothing else makes sense of it, or good manners. */
export type Basis = "stated" | "implied" | "robustness";

/** What must be at hand before a requirement can be judged at all. */
export type Need =
  | "write-access"
  | "credential-login"
  | "private-key-login"
  | "second-user"
  | "separate-organization"
  | "organization"
  | "second-workflow"
  | "workflow-name"
  | "append-action"
  | "reading:digest-list-query"
  | "reading:digest-location"
  | "reading:link-data"
  | "reading:state-data"
  | "reading:search-keys"
  | "reading:search-workflow-key"
  | "reading:legacy-details-input"
  | "reading:page-cursors";

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
  readonly needs?: readonly Need[];
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
