/** What the probes could read of traces that somebody else wrote, where the run may write none of its own. */
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { ReadableTrace } from "../../scripts/index.ts";

/** The traces that answered, in the order in which they were asked for, each with the digests of files it gave out. */
export function readableTraces(histories: readonly History[]): readonly ReadableTrace[] {
  const found = new Map<string, { readonly traceId: string; readonly digests: Set<string> }>();
  for (const exchange of histories.flatMap(({ exchanges }) => exchanges)) {
    const { intent, defects } = exchange;
    if (intent.kind !== "state" && intent.kind !== "details" && intent.kind !== "file") continue;
    // A file is asked for by a digest that only its own answer shows to be right.
    if (!succeeded(exchange) || defects.some(({ what }) => what !== "unknown-digest")) continue;
    const key = intent.traceId.toLowerCase();
    const trace = found.get(key) ?? { traceId: intent.traceId, digests: new Set() };
    found.set(key, trace);
    if (intent.kind === "file") trace.digests.add(intent.requested.digest);
  }
  return [...found.values()].map(({ traceId, digests }) => ({ traceId, digests: [...digests].slice(0, 2) }));
}

export function amountOf(readable: readonly ReadableTrace[]): { readonly traces: number; readonly withFiles: number } {
  return { traces: readable.length, withFiles: readable.filter(({ digests }) => digests.length > 0).length };
}
