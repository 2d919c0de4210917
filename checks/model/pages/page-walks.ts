/** Walks along cursors: a walk must return every link once, in order. */
import type { Json } from "../../../spec/json.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Finding } from "../../judgements.ts";
import { nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { actionOfLink, isTellable, pageOf } from "../links/links.ts";
import { momentOf } from "../moment.ts";
import { mayHaveOwnLinks, sentLinks } from "../links/own-links.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

export interface PageWalk {
  readonly direction: "forward" | "backward";
  /** The last page. */
  readonly last: Exchange;
  /** True where links were appended during the walk. */
  readonly grown: boolean;
  readonly finding: Finding | undefined;
}

export function pageWalks(subject: Case): readonly PageWalk[] {
  return walksIn(subject).flatMap((walk) => {
    const trace = walk[0] && subject.traceOf(walk[0]);
    return (trace && judgeWalk(walk, trace, subject)) ?? [];
  });
}

/** The successful exchanges of each walk, page by page. */
function walksIn({ exchanges }: Case): Exchange[][] {
  const walks = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const walk = exchange.intent.kind === "details" ? exchange.intent.walk : undefined;
    if (!walk) continue;
    walks.set(walk.step, [...(walks.get(walk.step) ?? []), exchange]);
  }
  return [...walks.values()];
}

function judgeWalk(walk: readonly Exchange[], trace: ModelTrace, subject: Case): PageWalk | undefined {
  const [first] = walk;
  const last = walk.at(-1);
  if (!first || !last || first.intent.kind !== "details" || !first.intent.walk) return undefined;
  const { direction } = first.intent.walk;
  if (first.face === "legacy" && (subject.observed("legacy-details-input")?.form ?? "ignored") === "ignored")
    return undefined;
  const combination = direction === "forward" ? "first-after" : "last-before";
  const reading = subject.observed("page-combinations")?.[combination];
  if (reading === "refused" || reading === "ignored") return undefined;
  const pages = walk.map((exchange) => pageOf(exchange));
  if (pages.some((page) => page === undefined)) return undefined;
  const ends = last.intent.kind === "details" ? last.intent.walk : undefined;
  // An interrupted walk says nothing about its end.
  if (ends?.complete === undefined) return undefined;
  const moment = momentOf(trace, last);
  const before = momentOf(trace, first);
  if (moment.concurrent.length > 0 || before.concurrent.length > 0) return undefined;
  const grown = moment.acknowledged.length > before.acknowledged.length;
  const isLate = subject.observed("own-links")?.late === true && mayHaveOwnLinks(trace, subject);
  const ownGrown = isLate && new Set(pages.map((page) => page?.totalCount)).size > 1;
  // A walk reads no more pages than the trace had links at its beginning, so it may not reach the end.
  if (ownGrown && !ends.complete) return undefined;
  // Where new links come first, they move the others, and the meaning of an older cursor is not explained.
  if ((grown || ownGrown) && subject.observed("link-order")?.order === "newest-first") return undefined;
  // A target without cursors may be so; nobody can walk there.
  const cursor = direction === "forward" ? pages[0]?.endCursor : pages[0]?.startCursor;
  const more = direction === "forward" ? pages[0]?.hasNext : pages[0]?.hasPrevious;
  if (walk.length === 1 && more && cursor === undefined) return undefined;
  // Parallel actions may be listed in any order, but each must be listed.
  const order = moment.exact ? (subject.observed("link-order")?.order ?? "unknown") : "unknown";
  // Links appended during the walk are ahead of it or behind it, depending on direction and order. The earlier ones
  // must all come.
  const isAhead = grown && order === (direction === "forward" ? "oldest-first" : "newest-first");
  const wanted = isAhead ? moment.acknowledged : before.acknowledged;
  const most = isAhead ? wanted.length : moment.acknowledged.length;
  const links = (direction === "forward" ? pages : pages.toReversed()).flatMap((page) =>
    page ? sentLinks(page, trace, subject) : [],
  );
  const wrong = ends.complete
    ? whatIsWrong(links, { wanted, most, order, trace }, subject)
    : { what: "finds no end", expected: moment.acknowledged.length, actual: links.length };
  if (!wrong) return { direction, last, grown, finding: undefined };
  const { what, ...sides } = wrong;
  return {
    direction,
    last,
    grown,
    finding: { message: `The ${direction} walk of ${nameOf(first)} ${what}`, ...sides, with: walk },
  };
}

/** What a walk must return: the links of these actions, and at most so many. */
interface Wanted {
  readonly wanted: readonly ModelAction[];
  readonly most: number;
  readonly order: OpenPointValues["link-order"]["order"];
  readonly trace: ModelTrace;
}

/** What is wrong with the links of a complete walk; undefined where nothing is, or links do not tell their actions. */
function whatIsWrong(
  links: readonly Json[],
  { wanted, most, order, trace }: Wanted,
  subject: Case,
): (Pick<Finding, "expected" | "actual"> & { readonly what: string }) | undefined {
  if (links.length < wanted.length || links.length > most) {
    const what = `gives ${links.length} links of a trace of ${wanted.length}`;
    return { what, expected: wanted.length, actual: links.length };
  }
  const markers = links.map((link) => actionOfLink(link, trace, subject)?.marker);
  const expected = wanted.map(({ marker }) => marker);
  if (!isTellable(trace) || markers.includes(undefined) || expected.includes(undefined)) return undefined;
  if (order === "newest-first") expected.reverse();
  const shown = markers.filter((marker) => expected.includes(marker));
  const isInOrder =
    order === "unknown"
      ? new Set(shown).size === expected.length
      : shown.every((marker, place) => marker === expected[place]);
  if (isInOrder && shown.length === expected.length) return undefined;
  return { what: "does not give every link once and in order", expected, actual: markers };
}
