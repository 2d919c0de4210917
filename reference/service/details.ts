import type { Call } from "../core/call.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { getOwn } from "../core/json.ts";
import { badRequest } from "../core/refusal.ts";
import type { LinkRecord, Page, PageRequest, TraceRecord } from "../core/records.ts";
import type { Context } from "../hooks/hooks.ts";
import type { PagePolicy } from "../policy/page.ts";
import type { Window } from "../storage/trace-store.ts";
import { unknownTrace } from "./traces.ts";

/** A page of the links of a trace. */
export async function traceDetails(
  { hooks, policy }: Context,
  call: Call,
  traceId: string,
  input: JsonObject,
): Promise<Page> {
  const request = policy.page.combine(hooks.readPage(call, readPageRequest(input)));
  const forward = policy.page.order === "oldest-first";
  const found = await hooks.links(call, traceId, windowOf(request, policy.page, traceId, forward));
  if (found === undefined || !hooks.maySee(call, found.trace.organization)) throw unknownTrace(traceId);
  const links = forward ? found.links : found.links.toReversed();
  return hooks.page(call, {
    links: links.map((link) => hooks.presentLink(call, link)),
    totalCount: found.trace.linkCount,
    info: pageInfo(links, found.trace, request, policy.page, forward),
  });
}

/** The page arguments of a request; null counts as absent. @throws Refusal for values of the wrong kind */
function readPageRequest(input: JsonObject): PageRequest {
  return {
    first: count(getOwn(input, "first"), "first"),
    last: count(getOwn(input, "last"), "last"),
    after: cursor(getOwn(input, "after"), "after"),
    before: cursor(getOwn(input, "before"), "before"),
  };
}

function count(value: Json | undefined, where: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1) {
    throw badRequest(
      "page-size",
      `wanted a whole number of at least 1; got ${JSON.stringify(value).slice(0, 50)}`,
      where,
    );
  }
  return value;
}

function cursor(value: Json | undefined, where: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw badRequest("unknown-cursor", "wanted the text of a cursor", where);
  return value;
}

function windowOf(request: PageRequest, page: PagePolicy, traceId: string, forward: boolean): Window {
  const position = (text: string | undefined): number | null =>
    text === undefined ? null : page.decodeCursor(text, traceId);
  const asked = request.first ?? request.last ?? page.defaultSize;
  if (asked > page.maxSize && page.beyondMax === "refuse") {
    throw badRequest(
      "page-size",
      `wanted at most ${String(page.maxSize)} links`,
      request.first === undefined ? "last" : "first",
    );
  }
  const size = Math.min(asked, page.maxSize);
  const fromStart = request.last === undefined;
  const after = position(request.after);
  const before = position(request.before);
  // Newest first is the same list read from the other end: start and end, after and before change places.
  return forward
    ? { after, before, first: fromStart ? size : null, last: fromStart ? null : size }
    : { after: before, before: after, first: fromStart ? null : size, last: fromStart ? size : null };
}

function pageInfo(
  links: readonly LinkRecord[],
  trace: TraceRecord,
  request: PageRequest,
  page: PagePolicy,
  forward: boolean,
): Page["info"] {
  const start = links[0];
  const end = links.at(-1);
  if (start === undefined || end === undefined) {
    // Nothing between the bounds: the neighbours of the empty page are what the bounds cut off.
    return { hasNext: request.before !== undefined, hasPrevious: request.after !== undefined };
  }
  const oldest = Math.min(start.position, end.position);
  const newest = Math.max(start.position, end.position);
  const older = oldest > 1;
  const newer = newest < trace.linkCount;
  return {
    hasNext: forward ? newer : older,
    hasPrevious: forward ? older : newer,
    ...(page.cursors.start ? { startCursor: page.encodeCursor(start) } : {}),
    ...(page.cursors.end ? { endCursor: page.encodeCursor(end) } : {}),
  };
}
