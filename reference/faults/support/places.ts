import { changeResult, inScope } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { LinkRecord, TraceRecord } from "../../core/records.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import type { Change } from "./json-changes.ts";

/** Changes data when it comes in: link, state and search show the result. */
export function inInput(hooks: Hooks, change: Change, scope: Scope = {}): void {
  changeResult(hooks, "readAction", (input) => ({ ...input, data: change(input.data) }), scope);
}

/** Changes data when a state is shown, the answer of the legacy link included. */
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

/** Changes data when a link is shown. */
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
  inRead(hooks, ({ trace, links }) => ({ trace, links: change(links, trace) }), scope);
}

/** Changes the number of links that a read of links goes by. */
export function inLinkCount(
  hooks: Hooks,
  change: (links: LinkRecord[], trace: TraceRecord) => number,
  scope: Scope = {},
): void {
  inRead(hooks, ({ trace, links }) => ({ links, trace: { ...trace, linkCount: change(links, trace) } }), scope);
}

interface Read {
  readonly trace: TraceRecord;
  readonly links: LinkRecord[];
}

function inRead(hooks: Hooks, change: (read: Read) => Read, scope: Scope): void {
  hooks.around("links", (inner) => async (call, traceId, window) => {
    const found = await inner(call, traceId, window);
    return found === undefined || !inScope(call, scope) ? found : change(found);
  });
}

/** Changes what search sees of a trace from now on. */
export function inIndex(hooks: Hooks, change: Change, scope: Scope = {}): void {
  changeResult(
    hooks,
    "write",
    (write) => ({ ...write, searchDocument: write.searchDocument && change(write.searchDocument) }),
    scope,
  );
}

/** Changes a link before it is stored. */
export function inWrittenLink(hooks: Hooks, change: (link: LinkRecord) => LinkRecord, scope: Scope = {}): void {
  changeResult(hooks, "write", (write) => ({ ...write, link: change(write.link) }), scope);
}

/** Makes traces unknown to some hooks that read them. */
export function hideTraces(
  hooks: Hooks,
  names: readonly ("trace" | "links")[],
  scope: Scope,
  hidden: (traceId: string) => boolean,
): void {
  if (names.includes("trace"))
    hooks.around(
      "trace",
      (inner) => async (call, traceId) =>
        inScope(call, scope) && hidden(traceId) ? undefined : await inner(call, traceId),
    );
  if (names.includes("links"))
    hooks.around(
      "links",
      (inner) => async (call, traceId, window) =>
        inScope(call, scope) && hidden(traceId) ? undefined : await inner(call, traceId, window),
    );
}
