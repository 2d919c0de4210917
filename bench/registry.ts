import type { Measurement } from "./measurement.ts";
import { againstOthers } from "./measurements/against-others.ts";
import { costPerFault } from "./measurements/cost-per-fault.ts";
import { efficiency } from "./measurements/efficiency.ts";
import { largeThings } from "./measurements/large-things.ts";
import { latencyHiding } from "./measurements/latency-hiding.ts";
import { memory } from "./measurements/memory.ts";
import { mutants } from "./measurements/mutants.ts";
import { redRuns } from "./measurements/red-runs.ts";
import { referenceLargeFile } from "./measurements/reference-large-file.ts";
import { referenceOperations } from "./measurements/reference-operations.ts";
import { shards } from "./measurements/shards.ts";
import { telemetry } from "./measurements/telemetry.ts";
import { wallTime } from "./measurements/wall-time.ts";

/** Every measurement: those of the suite, then those of the reference service under ids that begin with `reference-`. */
export const measurements: readonly Measurement[] = [
  efficiency,
  wallTime,
  latencyHiding,
  memory,
  costPerFault,
  redRuns,
  shards,
  largeThings,
  telemetry,
  againstOthers,
  mutants,
  referenceOperations,
  referenceLargeFile,
];
