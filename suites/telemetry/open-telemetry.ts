/** Telemetry of a run, where somebody wants it: else not a line of it is loaded. */
import type { RunObserver } from "./run-observer.ts";
import type { OtlpTarget, Telemetered } from "./telemetered.ts";

/**
 * @param otlp absent: as the environment says
 * @param warn told at most once, at the end, what could not be sent
 */
export async function openTelemetry(
  run: Telemetered,
  otlp: OtlpTarget | undefined = run.environment.telemetry?.otlp,
  warn: (text: string) => void = (text) => process.emitWarning(text),
): Promise<RunObserver | undefined> {
  if (otlp === undefined) return undefined;
  const { OtlpTelemetry } = await import("./otlp-telemetry.ts");
  return new OtlpTelemetry(run, otlp, warn);
}
