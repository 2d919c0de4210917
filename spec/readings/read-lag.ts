/** Reads of a trace that come from a copy which is behind: what they show may be older than what was written last. */
import type { Exchange, History } from "../vocabulary/history.ts";
import { readingOf, type Profile } from "../vocabulary/profile.ts";
import { isAction, traceOf } from "./actions.ts";

/** How far reads were seen to be behind; 0 where they were not. */
export const readLagMs = (profile: Profile): number => readingOf(profile, "read-lag")?.ms ?? 0;

const reading: ReadonlySet<string> = new Set(["details", "state", "files", "file"]);

/**
 * True for reads of a trace that were sent sooner after a write to it than the copy is behind. None is sent so once that is
 * known; those of before say nothing.
 */
export function behindIn(exchanges: readonly Exchange[], lagMs: number): (exchange: Exchange) => boolean {
  const writes = new Map<string, number[]>();
  for (const one of exchanges) {
    const id = isAction(one.intent) ? traceOf(one)?.toLowerCase() : undefined;
    if (id !== undefined) writes.set(id, [...(writes.get(id) ?? []), one.receivedAtMs]);
  }
  return ({ intent, sentAtMs, receivedAtMs }) =>
    reading.has(intent.kind) &&
    "traceId" in intent &&
    (writes.get(intent.traceId.toLowerCase()) ?? []).some((at) => at <= receivedAtMs && sentAtMs < at + lagMs);
}

/** The history, its reads that came too soon marked as such, of which nothing is judged. */
export function withoutReadsBehind(history: History, profile: Profile): History {
  const lagMs = readLagMs(profile);
  if (lagMs === 0) return history;
  const isBehind = behindIn(history.exchanges, lagMs);
  return {
    ...history,
    exchanges: history.exchanges.map((one) => (isBehind(one) ? { ...one, candidateFor: "read-lag" } : one)),
  };
}
