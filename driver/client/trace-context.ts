/** The header by which a service ties its own trace of a request to ours (W3C Trace Context, version 00). */
import { createHash, randomBytes } from "node:crypto";

export const traceHeader = "traceparent";

/** The trace of everything that one execution of a script sends: it follows from the run and the script. */
export function traceIdOf(runId: string, script: { readonly id: string; readonly steps: unknown }): string {
  // The steps hold the marks, which differ where a script runs again.
  const digest = createHash("sha256").update(`${runId}\n${script.id}\n${JSON.stringify(script.steps)}`);
  return digest.digest("hex").slice(0, 32);
}

/** The value for one more request of a trace. Sampled: a service that keeps only some of its traces shall keep this one. */
export function traceparentOf(traceId: string): string {
  return `00-${traceId}-${randomBytes(8).toString("hex")}-01`;
}

/** For what is sent outside of scripts, such as logins. */
export function unboundTraceparent(): string {
  return traceparentOf(randomBytes(16).toString("hex"));
}

/** The trace id in the header, undefined where there is none. */
export function traceIdIn(headers: Readonly<Record<string, string>>): string | undefined {
  return /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(headers[traceHeader] ?? "")?.[1];
}
