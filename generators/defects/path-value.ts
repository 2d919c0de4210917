import fc from "fast-check";
import { malformedTraceIds, unknownTraceIds } from "./path-values.ts";

/** A path value that names no trace: a random UUID, a well-known one, or no UUID at all. Shrinks towards the first known. */
export function unknownTrace(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...unknownTraceIds, ...malformedTraceIds), fc.uuid({ version: 4 }));
}
