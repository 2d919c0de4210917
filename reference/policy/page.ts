import { badRequest } from "../core/refusal.ts";
import type { LinkRecord, PageRequest } from "../core/records.ts";

/** Pages of links. Open points `page-size`, `page-combinations`, `link-order`, `page-cursors`. */
export interface PagePolicy {
  order: "oldest-first" | "newest-first";
  /** Links in a page when none of `first` and `last` is given. */
  defaultSize: number;
  /** The most links in a page; more are cut to it, or refused. */
  maxSize: number;
  beyondMax: "clamp" | "refuse";
  /** Refuses combinations of arguments, or leaves out those it ignores. */
  combine(request: PageRequest): PageRequest;
  /** Whether pages carry `startCursor` and `endCursor`. */
  cursors: { start: boolean; end: boolean };
  encodeCursor(link: LinkRecord): string;
  /** The position that a cursor stands for. @throws Refusal for a cursor that was not given out for this trace */
  decodeCursor(cursor: string, traceId: string): number;
}

/** Oldest first, 25 in a page, at most 100; `first` and `last` exclude each other. */
export const oldestFirst: PagePolicy = {
  order: "oldest-first",
  defaultSize: 25,
  maxSize: 100,
  beyondMax: "clamp",
  combine(request) {
    if (request.first !== undefined && request.last !== undefined) {
      throw badRequest("page-arguments", "give `first` or `last`, not both", "first");
    }
    return request;
  },
  cursors: { start: true, end: true },
  // The position never changes, so neither does what the cursor stands for, however long the trace grows.
  encodeCursor: (link) => Buffer.from(`${String(link.position)}@${link.traceId}`).toString("base64url"),
  decodeCursor(cursor, traceId) {
    const match = /^([1-9]\d{0,8})@(.*)$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
    if (match?.[1] === undefined || match[2] !== traceId) throw unknownCursor();
    return Number(match[1]);
  },
};

/** The refusal of a cursor. */
export const unknownCursor = (): Error =>
  badRequest("unknown-cursor", "wanted a cursor that a page of this trace gave out", "after/before");
