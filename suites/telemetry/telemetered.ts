/** What telemetry is of, and for whom. */
import type { Environment, OtlpReceiver } from "../../driver/index.ts";

/** Where spans and metrics go; `variables`: where `OTEL_EXPORTER_OTLP_ENDPOINT` and its kin say. */
export type OtlpTarget = OtlpReceiver | "variables";

export interface Telemetered {
  readonly environment: Environment;
  readonly runId: string;
  readonly startedAt: string;
  readonly suiteVersion: string;
}
