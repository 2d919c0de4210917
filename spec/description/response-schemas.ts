/**
 * The schemas of our own description for checks, which are pure and synchronous: the file is read once, when this
 * module is first imported, parsed on first use, and every schema is compiled on its own first use.
 */
import { parse } from "yaml";
import type { OperationId } from "../operations.ts";
import type { JsonObject } from "../json.ts";
import { specText } from "./spec-file.ts";
import { createValidators } from "./validators.ts";
import type { SchemaViolation } from "./violation.ts";

export type { SchemaViolation } from "./violation.ts";

let validators: ReturnType<typeof createValidators> | undefined;

function ownValidators(): ReturnType<typeof createValidators> {
  return (validators ??= createValidators(parse(specText) as JsonObject));
}

/**
 * What a decoded JSON response with status 200 breaks of the interface's schema, all of it, each with a JSON pointer.
 * Empty when it breaks nothing, and for the operations that answer files.
 */
export function validateResponse(operationId: OperationId, value: unknown): readonly SchemaViolation[] {
  return ownValidators().response(operationId, value);
}

/** What a decoded JSON request body breaks of the interface's schema. Empty for operations that take no JSON. */
export function validateRequest(operationId: OperationId, value: unknown): readonly SchemaViolation[] {
  return ownValidators().request(operationId, value);
}
