/**
 * What each page of links in a case should hold, according to its arguments and to the positions of earlier cursors.
 */
import type { Case } from "../case.ts";
import type { Finding } from "../../judgements.ts";
import { isProbing, nameOf } from "../../support/exchanges.ts";
import { handedCursors } from "../links/handed-cursors.ts";
import { combinationOf, type PageArgumentValues } from "../links/page-arguments.ts";
import { cursorPlace, placePage, type PlacedPage } from "../links/placed-pages.ts";
import type { ModelTrace } from "../world.ts";

/** A page with arguments that the target supports. */
export interface AskedPage extends PlacedPage {
  /** The method, path and arguments of the call, for messages. */
  readonly call: string;
  /** What the page should hold; undefined where the interface leaves that open. */
  readonly content: PageContent | undefined;
}

export interface PageContent {
  /** True where a cursor of the call was taken while the trace was shorter. */
  readonly grown: boolean;
  /** True for a page from the end, by `last`. */
  readonly backward: boolean;
  /** The size asked for; undefined where the target chooses it. */
  readonly asked: number | undefined;
  /** What is wrong with the links of the page. */
  readonly finding: Finding | undefined;
  /** Set where only the number is wrong: fewer links than wanted, and than other pages hold. */
  readonly short: Finding | undefined;
  /** The smallest of: links there are, links asked for, and links on the longest page. */
  readonly reachable: number;
  /** The position of the first link; undefined where unknown. */
  readonly first: number | undefined;
}

/** Every page of the traces of a case, in the order of reading. */
export function askedPages(subject: Case): readonly AskedPage[] {
  return [...subject.world.traces.values()].flatMap((trace) => {
    const placed = placedPages(trace, subject);
    // The cursors of a page with wrong links mean nothing, so such a page is not used later.
    const right: PlacedPage[] = [];
    return placed.map((page) => {
      const call = `${nameOf(page.exchange)} with ${JSON.stringify(page.arguments)}`;
      const isSized = sizeOf(page.arguments) !== undefined;
      const longest = isSized ? largestAskedFor(placed, page, subject) : longestUnasked(placed, page, subject);
      const content = contentOf(page, right, longest, call, subject);
      if (!content?.finding) right.push(content?.first === undefined ? page : withPlaces(page, content.first));
      return { ...page, call, content };
    });
  });
}

/** Where links cannot be identified, their positions follow from the arguments. */
function withPlaces(page: PlacedPage, first: number): PlacedPage {
  return page.positions ? page : { ...page, positions: page.page.links.map((_, index) => first + index) };
}

/** Combinations that the interface explains: a number from one end, with or without the cursor on that side. */
const explained = ["none", "first", "last", "first-after", "last-before"];

/** The pages of the trace with arguments that the target supports. */
function placedPages(trace: ModelTrace, subject: Case): PlacedPage[] {
  const form = subject.observed("legacy-details-input")?.form ?? "ignored";
  const combinations = subject.observed("page-combinations");
  return trace.reads.flatMap((exchange) => {
    const page = isProbing(exchange) ? undefined : placePage(trace, exchange, subject);
    if (!page || subject.view(handedCursors).has(exchange)) return [];
    const combination = combinationOf(page.arguments);
    const reading = combinations?.[combination as "first-after"];
    const ignored = combination.includes("-") && reading === "ignored";
    // Other combinations are not explained, unless the target is known to honour them.
    const unexplained = !explained.includes(combination) && reading !== "honoured";
    const unheard = exchange.face === "legacy" && form === "ignored" && combination !== "none";
    return ignored || unexplained || unheard ? [] : [page];
  });
}

/** The longest page for any size on this face; the limit of the target is not lower. */
function largestAskedFor(placed: readonly PlacedPage[], of: PlacedPage, subject: Case): number {
  const observed = of.exchange.face === "v2" ? subject.observed("page-size") : undefined;
  const sizes = placed
    .filter(
      ({ exchange, arguments: { first, last } }) => exchange.face === of.exchange.face && (first ?? last) !== undefined,
    )
    // A page that is longer than its size is wrong, and says nothing about the limit.
    .filter(({ page, arguments: { first, last } }) => page.links.length <= Number(first ?? last))
    .map(({ page }) => page.links.length);
  return Math.max(1, observed?.cap ?? 1, ...sizes);
}

/** The interface does not tell the default page size; so many links are assumed to fit. */
const leastDefault = 5;

/** The longest page without arguments on this face: a page with a cursor holds as many, if there are as many. */
function longestUnasked(placed: readonly PlacedPage[], of: PlacedPage, subject: Case): number {
  const observed = of.exchange.face === "v2" ? subject.observed("page-size")?.default : undefined;
  const sizes = placed
    .filter((one) => one.exchange.face === of.exchange.face && combinationOf(one.arguments) === "none")
    .map(({ page }) => page.links.length);
  return Math.min(leastDefault, Math.max(observed ?? 0, ...sizes));
}

interface Window {
  /** The half-open range of positions that the cursors leave. */
  readonly from: number;
  readonly to: number;
  /** True where a cursor was taken while the trace was shorter. */
  readonly grown: boolean;
}

function windowOf(page: PlacedPage, earlier: readonly PlacedPage[], subject: Case): Window | undefined {
  const { after, before } = page.arguments;
  const start = after === undefined ? undefined : cursorPlace(after, "after", earlier, page.total, subject);
  const end = before === undefined ? undefined : cursorPlace(before, "before", earlier, page.total, subject);
  if ((after !== undefined && !start) || (before !== undefined && !end)) return undefined;
  const from = start ? start.position + 1 : 0;
  const to = end ? end.position : page.total;
  return { from, to: Math.max(from, to), grown: Boolean(start?.grown || end?.grown) };
}

function contentOf(
  placed: PlacedPage,
  earlier: readonly PlacedPage[],
  longest: number,
  call: string,
  subject: Case,
): PageContent | undefined {
  const { page, positions } = placed;
  const window = windowOf(placed, earlier, subject);
  const asked = sizeOf(placed.arguments);
  // Where new links come first, they move the others, and the meaning of an older cursor is not explained.
  if (window?.grown && subject.observed("link-order")?.order !== "oldest-first") return undefined;
  if (!window || asked === "odd") return undefined;
  const available = window.to - window.from;
  const wanted = Math.min(asked ?? available, available);
  const got = page.links.length;
  const backward = placed.arguments.last !== undefined;
  const start = backward ? window.to - got : window.from;
  const finding = ((): Finding | undefined => {
    if (got > wanted)
      return { message: `${call} answers ${got} links where ${wanted} are wanted`, expected: wanted, actual: got };
    if (got === 0 && wanted > 0)
      return { message: `${call} answers no link where ${wanted} are there`, expected: wanted, actual: 0 };
    const standsAt = (place: number): boolean =>
      positions?.every((position, index) => position === place + index) ?? true;
    // Without a size the page may be taken from either end.
    if (standsAt(start) || (asked === undefined && standsAt(window.to - got))) return undefined;
    return {
      message: `${call} answers the links at places ${positions?.join(", ")} of ${placed.total}, counted from 0`,
      expected: Array.from({ length: backward ? Math.min(wanted, got) : got }, (_, index) => start + index),
      actual: positions,
      with: [earlier.at(-1)?.exchange],
    };
  })();
  // The target may limit the page size, but equally for every page.
  const reachable = Math.min(wanted, longest);
  const isBounded = (placed.arguments.after ?? placed.arguments.before) !== undefined;
  const isShort = !finding && (asked !== undefined || isBounded) && got < reachable;
  const message = `${call} answers ${got} links although ${wanted} are there and other pages hold ${longest}`;
  const short = isShort ? { message, expected: wanted, actual: got } : undefined;
  // Without a size the page may be taken from either end; if its links are unknown, so is its position.
  const isUnclear = !positions && asked === undefined && got < available;
  const first = got === 0 ? start : positions ? positions[0] : isUnclear ? undefined : start;
  return { grown: window.grown, backward, asked, finding, short, reachable, first };
}

/** `odd`: sizes such as 0 that the interface does not explain. */
function sizeOf({ first, last }: PageArgumentValues): number | undefined | "odd" {
  if (first !== undefined && last !== undefined) return "odd";
  const size = first ?? last;
  if (size === undefined) return undefined;
  return typeof size === "number" && Number.isInteger(size) && size > 0 ? size : "odd";
}
