/** What faults change of a trace that is kept. */
import type { LinkRecord, TraceRecord } from "../../core/records.ts";
import type { Hooks } from "../../hooks/hooks.ts";

/** Keeps a trace otherwise. */
export function amendTrace(
  { store }: Hooks,
  traceId: string,
  change: (trace: TraceRecord) => TraceRecord,
): Promise<void> {
  return store.amend(traceId, ({ trace }) => ({ trace: change(trace) }));
}

/** Keeps each link of a trace otherwise. */
export function amendLinks(
  { store }: Hooks,
  traceId: string,
  change: (link: LinkRecord, trace: TraceRecord) => LinkRecord,
): Promise<void> {
  return store.amend(traceId, ({ trace, links }) => ({ links: links.map((link) => change(link, trace)) }));
}

/** Keeps the oldest link of a trace otherwise. */
export function amendFirstLink(hooks: Hooks, traceId: string, members: Partial<LinkRecord>): Promise<void> {
  return amendLinks(hooks, traceId, (link) => (link.position === 1 ? { ...link, ...members } : link));
}
