/** Pages: which links a page holds, by its arguments and by where the cursors of earlier pages stand. */
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { readingOf } from "../spec/vocabulary/profile.ts";
import { combinationOf, cursorPlace, placePage, type PageArgumentValues, type PlacedPage } from "./model/listing.ts";
import { worldOf, type TraceRecord } from "./model/world.ts";
import { isProbing, nameOf } from "./support/exchanges.ts";
import { failed, judged, type Finding } from "./support/judging.ts";

export const pages: Check = {
  id: "pages",
  requirements: [
    "PAGE-01",
    "PAGE-02",
    "PAGE-03",
    "PAGE-04",
    "PAGE-07",
    "PAGE-08",
    "PAGE-09",
    "PAGE-10",
    "PAGE-11",
    "PAGE-12",
  ],
  *judge(history, context) {
    for (const trace of worldOf(history).traces.values()) {
      const placed = placedPages(trace, context);
      for (const [index, page] of placed.entries()) {
        yield* judgePage(page, placed.slice(0, index), largestAskedFor(placed, page), context);
      }
    }
  },
};

/** Combinations of which the interface says what they mean: a number from one end, and a cursor on the way. */
const explained = ["none", "first", "last", "first-after", "last-before"];

/** The trace's pages whose arguments the target takes. */
function placedPages(trace: TraceRecord, context: JudgingContext): PlacedPage[] {
  const form = readingOf(context.profile, "legacy-details-input")?.form ?? "ignored";
  const combinations = readingOf(context.profile, "page-combinations");
  return trace.reads.flatMap((exchange) => {
    const page = isProbing(exchange) ? undefined : placePage(trace, exchange, context.profile);
    if (!page) return [];
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
function largestAskedFor(placed: readonly PlacedPage[], of: PlacedPage): number {
  const sizes = placed
    .filter(
      ({ exchange, arguments: { first, last } }) => exchange.face === of.exchange.face && (first ?? last) !== undefined,
    )
    .map(({ page }) => page.links.length);
  return Math.max(1, ...sizes);
}

interface Window {
  /** Half-open range of positions that the cursors leave. */
  readonly from: number;
  readonly to: number;
  /** True when a cursor was taken while the trace was shorter. */
  readonly grown: boolean;
}

function windowOf(page: PlacedPage, earlier: readonly PlacedPage[], context: JudgingContext): Window | undefined {
  const { after, before } = page.arguments;
  const start = after === undefined ? undefined : cursorPlace(after, "after", earlier, page.total, context.profile);
  const end = before === undefined ? undefined : cursorPlace(before, "before", earlier, page.total, context.profile);
  if ((after !== undefined && !start) || (before !== undefined && !end)) return undefined;
  const from = start ? start.position + 1 : 0;
  const to = end ? end.position : page.total;
  return { from, to: Math.max(from, to), grown: Boolean(start?.grown || end?.grown) };
}

function* judgePage(
  placed: PlacedPage,
  earlier: readonly PlacedPage[],
  longest: number,
  context: JudgingContext,
): Iterable<Judgement> {
  const { exchange, page, total, positions } = placed;
  const counted = page.totalCount;
  if (counted !== undefined) {
    const message = `${nameOf(exchange)} counts ${counted} links on a page of a trace of ${total}`;
    yield judged("PAGE-09", exchange, counted === total ? undefined : { message, expected: total, actual: counted });
  }
  const window = windowOf(placed, earlier, context);
  // Where the newest comes first, every new link moves the others; what a cursor taken before then bounds is not shown.
  if (window?.grown && readingOf(context.profile, "link-order")?.order === "newest-first") return;
  const asked = sizeOf(placed.arguments);
  if (!window || asked === "odd") return;
  const available = window.to - window.from;
  const wanted = Math.min(asked ?? available, available);
  const got = page.links.length;
  const backward = placed.arguments.last !== undefined;
  const start = backward ? window.to - got : window.from;
  const call = `${nameOf(exchange)} with ${JSON.stringify(placed.arguments)}`;

  const finding = ((): Finding | undefined => {
    if (got > wanted) {
      return { message: `${call} answers ${got} links where ${wanted} are wanted`, expected: wanted, actual: got };
    }
    if (got === 0 && wanted > 0) {
      return { message: `${call} answers no link where ${wanted} are there`, expected: wanted, actual: 0 };
    }
    if (!positions || positions.every((position, index) => position === start + index)) return undefined;
    // Without a size the page may be taken from either end.
    if (asked === undefined && positions.every((position, index) => position === window.to - got + index))
      return undefined;
    return {
      message: `${call} answers the links at places ${positions.join(", ")} of ${total}`,
      expected: Array.from({ length: backward ? Math.min(wanted, got) : got }, (_, index) => start + index),
      actual: positions,
      with: [earlier.at(-1)?.exchange],
    };
  })();
  for (const requirement of requirementsOf(placed.arguments, window)) yield judged(requirement, exchange, finding);
  if (finding) return;
  if (asked !== undefined) {
    // The target may have a page size of its own, but then the same one for every page.
    const short = got < Math.min(wanted, longest);
    const message = `${call} answers ${got} links although ${wanted} are there and other pages hold ${longest}`;
    yield judged(
      "PAGE-10",
      exchange,
      short ? { message, expected: Math.min(wanted, longest), actual: got } : undefined,
    );
    if (short) {
      yield failed(backward ? "PAGE-02" : "PAGE-01", exchange, { message, expected: wanted, actual: got });
      return;
    }
  }
  // A page without a size may be taken from either end: where its links cannot be told, nobody knows from which.
  const first = positions ? positions[0] : asked === undefined && got < available ? undefined : start;
  if (got > 0 && first !== undefined) yield* judgeNeighbours(placed, first, call);
}

/** `odd` for sizes whose meaning the interface leaves open. */
function sizeOf({ first, last }: PageArgumentValues): number | undefined | "odd" {
  if (first !== undefined && last !== undefined) return "odd";
  const size = first ?? last;
  if (size === undefined) return undefined;
  return typeof size === "number" && Number.isInteger(size) && size > 0 ? size : "odd";
}

function requirementsOf(page: PageArgumentValues, window: Window): readonly RequirementId[] {
  const requirements: RequirementId[] = [];
  if (page.after !== undefined) requirements.push("PAGE-03");
  if (page.before !== undefined) requirements.push("PAGE-04");
  if (page.first !== undefined) requirements.push("PAGE-01");
  if (page.last !== undefined) requirements.push("PAGE-02");
  if (window.grown) requirements.push("PAGE-11");
  return requirements.length === 0 ? ["PAGE-12"] : requirements;
}

/**
 * `hasNext` and `hasPrevious`. In the direction of travel they must be exact. Against it a target may say false where
 * it did not look (nothing says that it has to), so there only a true without anything behind it is wrong.
 */
function* judgeNeighbours(placed: PlacedPage, first: number, call: string): Iterable<Judgement> {
  const { exchange, page, total, arguments: given } = placed;
  const backward = given.last !== undefined;
  const sides = [
    {
      requirement: "PAGE-07",
      member: "hasNext",
      says: page.hasNext,
      there: total - first - page.links.length,
      strict: !backward && given.before === undefined,
    },
    {
      requirement: "PAGE-08",
      member: "hasPrevious",
      says: page.hasPrevious,
      there: first,
      strict: backward && given.after === undefined,
    },
  ] as const;
  for (const { requirement, member, says, there, strict } of sides) {
    if (says === undefined) continue;
    const wrong = says ? there === 0 : there > 0 && strict;
    const message = `${call} says ${member}: ${says} where ${there} of ${total} links are on that side`;
    yield judged(requirement, exchange, wrong ? { message, expected: there > 0, actual: says } : undefined);
  }
}
