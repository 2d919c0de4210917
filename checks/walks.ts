/** A walk along the cursors gives every link once, in order. */
import { brief } from "../spec/readings/equal.ts";
import type { Exchange, History } from "../spec/vocabulary/history.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { readingOf } from "../spec/vocabulary/profile.ts";
import { actionOfLink, isTellable, pageOf } from "./model/links.ts";
import { momentOf } from "./model/moment.ts";
import { traceOf, worldOf, type TraceRecord } from "./model/world.ts";
import { isProbing, nameOf } from "./support/exchanges.ts";
import { judged, type Finding } from "./support/judging.ts";

export const walks: Check = {
  id: "walks",
  requirements: ["PAGE-05", "PAGE-06", "PAGE-11"],
  *judge(history, context) {
    const world = worldOf(history);
    for (const walk of walksIn(history)) {
      const first = walk[0];
      const trace = first && traceOf(world, first);
      if (trace) yield* judgeWalk(walk, trace, context);
    }
  },
};

/** The successful exchanges of each walk, page by page. */
function walksIn(history: History): Exchange[][] {
  const walks = new Map<string, Exchange[]>();
  for (const exchange of history.exchanges) {
    const walk = exchange.intent.kind === "details" ? exchange.intent.walk : undefined;
    if (!walk || isProbing(exchange)) continue;
    walks.set(walk.step, [...(walks.get(walk.step) ?? []), exchange]);
  }
  return [...walks.values()];
}

function* judgeWalk(walk: readonly Exchange[], trace: TraceRecord, context: JudgingContext): Iterable<Judgement> {
  const [first] = walk;
  const last = walk.at(-1);
  if (!first || !last || first.intent.kind !== "details" || !first.intent.walk) return;
  const { direction } = first.intent.walk;
  if (first.face === "legacy" && (readingOf(context.profile, "legacy-details-input")?.form ?? "ignored") === "ignored")
    return;
  const combination = direction === "forward" ? "first-after" : "last-before";
  const reading = readingOf(context.profile, "page-combinations")?.[combination];
  if (reading === "refused" || reading === "ignored") return;
  const pages = walk.map((exchange) => pageOf(exchange));
  if (pages.some((page) => page === undefined)) return;
  const ends = last.intent.kind === "details" ? last.intent.walk : undefined;
  // A walk that was interrupted says nothing of its end.
  if (ends?.complete === undefined) return;
  const moment = momentOf(trace, last);
  const before = momentOf(trace, first);
  if (!moment.exact || !before.exact) return;
  const grown = moment.settled.length > before.settled.length;
  // Where the newest comes first, every new link moves the others; what a cursor taken before then bounds is not shown.
  if (grown && readingOf(context.profile, "link-order")?.order === "newest-first") return;
  const requirement = direction === "forward" ? "PAGE-05" : "PAGE-06";
  const every = { with: walk } as const;

  // Without cursors nobody can walk; that is the target's choice.
  const cursor = direction === "forward" ? pages[0]?.endCursor : pages[0]?.startCursor;
  const more = direction === "forward" ? pages[0]?.hasNext : pages[0]?.hasPrevious;
  if (walk.length === 1 && more && cursor === undefined) return;
  const order = readingOf(context.profile, "link-order")?.order ?? "unknown";

  const links = (direction === "forward" ? pages : pages.toReversed()).flatMap((page) => page?.links ?? []);
  const finding = ((): Finding | undefined => {
    if (!ends.complete) {
      return {
        message: `The ${direction} walk of ${nameOf(first)} finds no end`,
        expected: moment.settled.length,
        actual: links.length,
        ...every,
      };
    }
    // Links appended during the walk lie ahead of it or behind it, by direction and order; the earlier ones must all come.
    const ahead = grown && order === (direction === "forward" ? "oldest-first" : "newest-first");
    const wanted = ahead ? moment.settled : before.settled;
    const optional = grown && !ahead ? moment.settled.length - before.settled.length : 0;
    if (links.length < wanted.length || links.length > wanted.length + optional) {
      return {
        message: `The ${direction} walk of ${nameOf(first)} gives ${links.length} links of a trace of ${wanted.length}`,
        expected: wanted.length,
        actual: links.length,
        ...every,
      };
    }
    const marks = links.map((link) => actionOfLink(link, trace, context.profile)?.mark);
    if (!isTellable(trace) || marks.some((mark) => mark === undefined) || wanted.some(({ mark }) => mark === undefined))
      return undefined;
    const expected = wanted.map(({ mark }) => mark);
    if (order === "newest-first") expected.reverse();
    const shown = marks.filter((mark) => expected.includes(mark));
    const right =
      order === "unknown" ? new Set(shown).size === expected.length : brief(shown, 1e6) === brief(expected, 1e6);
    if (right && shown.length === expected.length) return undefined;
    return {
      message: `The ${direction} walk of ${nameOf(first)} does not give every link once and in order`,
      expected,
      actual: marks,
      ...every,
    };
  })();
  yield judged(requirement, last, finding);
  if (grown) yield judged("PAGE-11", last, finding);
}
