import { inScope } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { LinkRecord, TraceRecord } from "../../core/records.ts";
import type { Hooks } from "../../core/seams.ts";
import type { Change } from "./json-changes.ts";

/** Tells the lie when data comes in: link, state and search show the result. */
export function inInput(hooks: Hooks, change: Change, scope: Scope = {}): void {
  hooks.around("readAction", (inner) => (call, input) => {
    const read = inner(call, input);
    return inScope(call, scope) ? { ...read, data: change(read.data) } : read;
  });
}

/** Tells the lie when a state is shown, the answer of the legacy link included. */
export function inState(
  hooks: Hooks,
  change: (data: TraceRecord["data"], trace: TraceRecord) => TraceRecord["data"],
  scope: Scope = {},
): void {
  hooks.around(
    "presentState",
    (inner) => (call, trace) =>
      inner(call, inScope(call, scope) ? { ...trace, data: change(trace.data, trace) } : trace),
  );
}

/** Tells the lie when a link is shown. */
export function inLinks(
  hooks: Hooks,
  change: (data: LinkRecord["data"], link: LinkRecord) => LinkRecord["data"],
  scope: Scope = {},
): void {
  inLinkRecord(hooks, (link) => ({ ...link, data: change(link.data, link) }), scope);
}

/** Changes any member of a link before it is shown. */
export function inLinkRecord(hooks: Hooks, change: (link: LinkRecord) => LinkRecord, scope: Scope = {}): void {
  hooks.around("presentLink", (inner) => (call, link) => inner(call, inScope(call, scope) ? change(link) : link));
}

/** Changes what a read of links finds, after the window was applied. */
export function inFoundLinks(
  hooks: Hooks,
  change: (links: LinkRecord[], trace: TraceRecord) => LinkRecord[],
  scope: Scope = {},
): void {
  hooks.around("links", (inner) => async (call, traceId, window) => {
    const found = await inner(call, traceId, window);
    if (found === undefined || !inScope(call, scope)) return found;
    return { trace: found.trace, links: change(found.links, found.trace) };
  });
}

/** Changes what search sees of a trace from now on. */
export function inIndex(hooks: Hooks, change: Change, scope: Scope = {}): void {
  hooks.around("write", (inner) => (call, write) => {
    const honest = inner(call, write);
    if (honest.searchDocument === null || !inScope(call, scope)) return honest;
    return { ...honest, searchDocument: change(honest.searchDocument) };
  });
}
