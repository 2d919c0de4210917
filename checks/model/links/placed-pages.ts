/** Positions of the links of a page in the whole list of the trace, counted from 0 in the order of the target. */
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import type { Case } from "../case.ts";
import { actionOfLink, isTellable, pageOf, type PageOfLinks } from "./links.ts";
import { momentOf } from "../moment.ts";
import { isOwnLink, isWholeList, linksAt, mayHaveOwnLinks, ownLinkText, sentLinks } from "./own-links.ts";
import { type PageArgumentValues, pageArgumentsOf } from "./page-arguments.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

export interface PlacedPage {
  readonly exchange: Exchange;
  readonly page: PageOfLinks;
  readonly arguments: PageArgumentValues;
  /** The number of links when the page was read. */
  readonly total: number;
  /** Undefined where some link of the page cannot be identified. */
  readonly positions: readonly number[] | undefined;
}

/** The page with its positions; undefined where an action was under way while it was read. */
export function placePage(trace: ModelTrace, exchange: Exchange, subject: Case): PlacedPage | undefined {
  const page = pageOf(exchange);
  const moment = momentOf(trace, exchange);
  if (!page || moment.concurrent.length > 0) return undefined;
  const order = subject.observed("link-order")?.order ?? "unknown";
  const places = mayHaveOwnLinks(trace, subject)
    ? placesAmongOwn(trace, page, moment.acknowledged.length, subject)
    : placesInOrder(moment.acknowledged, order === "newest-first");
  if (!places) return undefined;
  const { total, place } = places;
  const positions = page.links.flatMap((link) => place.get(keyOf(link, trace, subject)) ?? []);
  const isTold = order !== "unknown" && isTellable(trace) && positions.length === page.links.length;
  return {
    exchange,
    page,
    arguments: pageArgumentsOf(exchange),
    total,
    positions: !moment.exact ? undefined : isTold ? positions : placesInWhole(trace, exchange, page, subject),
  };
}

/**
 * The positions of the links in a complete list that the same reader was shown at the same moment, whatever their
 * actions. Undefined where there is none, or it has equal links.
 */
function placesInWhole(
  trace: ModelTrace,
  exchange: Exchange,
  { links }: PageOfLinks,
  subject: Case,
): readonly number[] | undefined {
  const count = momentOf(trace, exchange).acknowledged.length;
  for (const read of trace.reads) {
    const whole = read === exchange || senderOf(read) !== senderOf(exchange) ? undefined : pageOf(read);
    const moment = momentOf(trace, read);
    if (!whole || !isWholeList(whole) || !moment.exact || moment.acknowledged.length !== count) continue;
    const place = new Map(whole.links.map((link, index) => [ownLinkText(link, subject), index]));
    const positions = links.flatMap((link) => place.get(ownLinkText(link, subject)) ?? []);
    if (place.size === whole.links.length && positions.length === links.length) return positions;
  }
  return undefined;
}

interface Places {
  /** The number of links of the trace. */
  readonly total: number;
  /** The position of a link: by its action, or by its text for an own link. */
  readonly place: ReadonlyMap<ModelAction | string | undefined, number>;
}

function placesInOrder(actions: readonly ModelAction[], newestFirst: boolean): Places {
  const total = actions.length;
  return { total, place: new Map(actions.map((action, index) => [action, newestFirst ? total - 1 - index : index])) };
}

/** Positions where own links stand in between, from a complete list. */
function placesAmongOwn(trace: ModelTrace, page: PageOfLinks, count: number, subject: Case): Places | undefined {
  const sent = sentLinks(page, trace, subject).length;
  const links = isWholeList(page) ? page.links : linksAt(trace, count, page.totalCount ?? 0, subject);
  if (!links || links.length !== page.totalCount) return undefined;
  const total = isWholeList(page) ? count + links.length - sent : links.length;
  // A link without the data of another user cannot be recognised later, so it gets no position.
  const keys = links.map((link) => keyOf(link, trace, subject));
  return { total, place: new Map(keys.flatMap((key, index) => (key === undefined ? [] : [[key, index]]))) };
}

function keyOf(link: Json, trace: ModelTrace, subject: Case): ModelAction | string | undefined {
  const action = actionOfLink(link, trace, subject);
  return action ?? (isOwnLink(link, trace, subject) ? ownLinkText(link, subject) : undefined);
}

/**
 * Where a cursor from an earlier page stands now; undefined where no page had it, or its links are unknown. A cursor
 * may mean a link or the gap beside it, so the same text may be the end of one page and the start of the next: `after`
 * then continues from an end, `before` from a start.
 */
export function cursorPlace(
  cursor: Json,
  argument: "after" | "before",
  earlier: readonly PlacedPage[],
  total: number,
  subject: Case,
): { readonly position: number; readonly grown: boolean } | undefined {
  const sides =
    argument === "after" ? (["endCursor", "startCursor"] as const) : (["startCursor", "endCursor"] as const);
  const side = sides.find((member) => earlier.some(({ page }) => page[member] === cursor));
  const source = side && earlier.findLast(({ page }) => page[side] === cursor);
  const then = side === "endCursor" ? source?.positions?.at(-1) : source?.positions?.[0];
  if (!source || then === undefined) return undefined;
  const grownBy = total - source.total;
  const newestFirst = subject.observed("link-order")?.order === "newest-first";
  return { position: newestFirst ? then + grownBy : then, grown: grownBy > 0 };
}
