/** Where the target's own trace of a failing exchange is found. */
import type { Failure } from "../results/model.ts";

/** The address of the trace of the decisive exchange, or its id where no address is known. */
export function traceOf({ exchanges }: Failure): string | undefined {
  const [decisive] = exchanges;
  return decisive?.traceUrl ?? decisive?.traceId;
}
