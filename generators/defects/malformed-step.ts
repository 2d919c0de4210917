import fc from "fast-check";
import { operations } from "../../spec/operations.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { malformedSteps, type MalformedOptions } from "./malformed-steps.ts";

/**
 * A malformed request of any bearer operation on the given face. Shrinks towards the first of its operation. Logins are
 * left out, since wrong logins in number may lock an account.
 */
export function malformedStep(options: MalformedOptions): fc.Arbitrary<OperationStep> {
  const lists = operations
    .filter((operation) => operation.face === options.face && operation.bearer)
    .map((operation) => malformedSteps(operation.kind, options));
  return fc.oneof(...lists.map((list) => fc.constantFrom(...list)));
}
