import type { Measurement } from "./measurement.ts";
import { referenceLargeFile } from "./measurements/reference-large-file.ts";
import { referenceOperations } from "./measurements/reference-operations.ts";

/** Every measurement, those of the reference service under ids that begin with `reference-`. */
export const measurements: readonly Measurement[] = [referenceOperations, referenceLargeFile];
