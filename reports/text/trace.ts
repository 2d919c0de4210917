/** Where the target's own telemetry of a failing exchange is found. */
import type { Failure } from "../results/model.ts";

/**
 * The address of what the target sent about the decisive exchange, or the id by which it is found where no address is known.
 * Never called a trace, which is what the interface is about.
 */
export function telemetryOf({ exchanges }: Failure): { readonly name: string; readonly value: string } | undefined {
  const [decisive] = exchanges;
  if (decisive?.traceUrl !== undefined) return { name: "telemetry", value: decisive.traceUrl };
  return decisive?.traceId === undefined ? undefined : { name: "traceparent", value: decisive.traceId };
}
