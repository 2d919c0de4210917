/** What each page of links that a case shows should hold: by its arguments, and by where earlier cursors stand. */
import type { Case } from "../case.ts";
import type { Finding } from "../../judgements.ts";
import { isProbing, nameOf } from "../../support/exchanges.ts";
import { handedCursors } from "../links/handed-cursors.ts";
import { combinationOf, type PageArgumentValues } from "../links/page-arguments.ts";
import { cursorPlace, placePage, type PlacedPage } from "../links/placed-pages.ts";
import type { ModelTrace } from "../world.ts";

/** A page whose arguments the target takes. */
export interface AskedPage extends PlacedPage {
  /** The method, path and arguments of the call, for messages. */
  readonly call: string;
  /** What the page should hold; undefined where the interface leaves that open. */
  readonly content: PageContent | undefined;
}

export interface PageContent {
  /** True when a cursor of the call was taken while the trace was shorter. */
  readonly grown: boolean;
  /** Asked for from the end: by `last`. */
  readonly backward: boolean;
  /** The size asked for; undefined where the target chooses. */
  readonly asked: number | undefined;
  /** What is wrong with the links of the page. */
  readonly finding: Finding | undefined;
  /** What is wrong with their number alone: fewer than wanted, and than other pages hold. */
  readonly short: Finding | undefined;
  /** As many links as there are, as were asked for, and as any page holds. */
  readonly reachable: number;
  /** Where the first link of the page stands; undefined where nobody can tell. */
  readonly first: number | undefined;
}

/** Every page of the traces of a case, in the order of reading. */
export function askedPages(subject: Case): readonly AskedPage[] {
  return [...subject.world.traces.values()].flatMap((trace) => {
    const placed = placedPages(trace, subject);
    // Of a page that holds the wrong links nobody knows what its cursors stand for: nothing is learnt from it.
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

/** Where links cannot be told from each other, their places follow from how the page was asked for. */
function withPlaces(page: PlacedPage, first: number): PlacedPage {
  return page.positions ? page : { ...page, positions: page.page.links.map((_, index) => first + index) };
}

/** Combinations of which the interface says what they mean: a number from one end, and a cursor on the way. */
const explained = ["none", "first", "last", "first-after", "last-before"];

/** The trace's pages whose arguments the target takes. */
function placedPages(trace: ModelTrace, subject: Case): PlacedPage[] {
  const form = subject.observed("legacy-details-input")?.form ?? "ignored";
  const combinations = subject.observed("page-combinations");
  return trace.reads.flatMap((exchange) => {
    const page = isProbing(exchange) ? undefined : placePage(trace, exchange, subject);
    if (!page || subject.view(handedCursors).has(exchange)) return [];
    const combination = combinationOf(page.arguments);
    const reading = combinations?.[combination as "first-after"];
    const ignored = combination.includes("-") && reading === "ignored";
    // What further combinations mean is not shown, unless the target was seen to do what they say.
    const unexplained = !explained.includes(combination) && reading !== "honoured";
    const unheard = exchange.face === "legacy" && form === "ignored" && combination !== "none";
    return ignored || unexplained || unheard ? [] : [page];
  });
}

/** The longest page that an asked-for size ever brought on this face: the target's own limit is not below it. */
function largestAskedFor(placed: readonly PlacedPage[], of: PlacedPage, subject: Case): number {
  const observed = of.exchange.face === "v2" ? subject.observed("page-size") : undefined;
  const sizes = placed
    .filter(
      ({ exchange, arguments: { first, last } }) => exchange.face === of.exchange.face && (first ?? last) !== undefined,
    )
    // One that is longer than asked for is wrong, and says nothing of how long pages may be.
    .filter(({ page, arguments: { first, last } }) => page.links.length <= Number(first ?? last))
    .map(({ page }) => page.links.length);
  return Math.max(1, observed?.cap ?? 1, ...sizes);
}

/** How many links a page holds at most by itself is not shown, with a cursor nor without: so few fit on either. */
const leastDefault = 5;

/** The longest page that came without a size on this face: a page that a cursor bounds holds as many, where they are there. */
function longestUnasked(placed: readonly PlacedPage[], of: PlacedPage, subject: Case): number {
  const observed = of.exchange.face === "v2" ? subject.observed("page-size")?.default : undefined;
  const sizes = placed
    .filter((one) => one.exchange.face === of.exchange.face && combinationOf(one.arguments) === "none")
    .map(({ page }) => page.links.length);
  return Math.min(leastDefault, Math.max(observed ?? 0, ...sizes));
}

interface Window {
  /** Half-open range of positions that the cursors leave. */
  readonly from: number;
  readonly to: number;
  /** True when a cursor was taken while the trace was shorter. */
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
  // Where the newest comes first, or may, every new link moves the others; what a cursor taken before then bounds is not shown.
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
  // The target may have a page size of its own, but then the same one for every page.
  const reachable = Math.min(wanted, longest);
  const isBounded = (placed.arguments.after ?? placed.arguments.before) !== undefined;
  const isShort = !finding && (asked !== undefined || isBounded) && got < reachable;
  const message = `${call} answers ${got} links although ${wanted} are there and other pages hold ${longest}`;
  const short = isShort ? { message, expected: wanted, actual: got } : undefined;
  // A page without a size may be taken from either end: where its links cannot be told, nobody knows from which.
  const isUnclear = !positions && asked === undefined && got < available;
  const first = got === 0 ? start : positions ? positions[0] : isUnclear ? undefined : start;
  return { grown: window.grown, backward, asked, finding, short, reachable, first };
}

/** `odd`: sizes such as 0, whose meaning the interface leaves open. */
function sizeOf({ first, last }: PageArgumentValues): number | undefined | "odd" {
  if (first !== undefined && last !== undefined) return "odd";
  const size = first ?? last;
  if (size === undefined) return undefined;
  return typeof size === "number" && Number.isInteger(size) && size > 0 ? size : "odd";
}
