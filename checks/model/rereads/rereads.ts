/**
 * Compares reads of the same state or links without a write in between, on one face and across both: whatever else
 * happened (other traces, refused requests) must leave no mark.
 */
import { otherFace } from "../../../spec/operations.ts";
import { firstDifference } from "../../../spec/readings/equal.ts";
import { outcomeOf, payloadMember } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Finding } from "../../judgements.ts";
import { answeredAs, nameOf } from "../../support/exchanges.ts";
import { placeText } from "../../support/place.ts";
import { isNoLongerBusy } from "../process/busy-traces.ts";
import type { Case } from "../case.ts";
import { isColleague } from "../readers/colleagues.ts";
import { hasTokenDefect } from "../files/files.ts";
import { handedCursors } from "../links/handed-cursors.ts";
import { asManyLinks } from "../links/link-counts.ts";
import { pageOf, stableLink, stableState } from "../links/links.ts";
import { pageArgumentsOf } from "../links/page-arguments.ts";
import { changedBetween, spanOf } from "../moment.ts";
import { whetherShown } from "../readers/others-data.ts";
import { echoesOf, shownIn } from "./outline.ts";
import { differInUnsent, losesNothingSent, mayActBetween, withoutOwnBetween } from "../process/own-changes.ts";
import { traceKey, type ModelTrace } from "../world.ts";

/** Two reads that must agree. */
export interface Reread {
  readonly what: "state" | "page" | "whole list";
  readonly earlier: Exchange;
  readonly later: Exchange;
  readonly acrossFaces: boolean;
  /** What was sent between the two, if the history created the trace. */
  readonly between: {
    readonly anything: boolean;
    /** True where an action on the trace was refused in between; by its token, or for anything else. */
    readonly refused: boolean;
    readonly refusedByToken: boolean;
  };
  readonly finding: Finding | undefined;
}

interface Seen {
  readonly exchange: Exchange;
  /** The part of the answer that must not change. */
  readonly view: Json;
}

export function rereads(subject: Case): readonly Reread[] {
  return [...readAgain(subject)];
}

function* readAgain(subject: Case): Iterable<Reread> {
  const latest = new Map<string, Seen>();
  for (const exchange of subject.exchanges) {
    const view = viewOf(exchange, subject);
    if (view === undefined || !("traceId" in exchange.intent)) continue;
    const isColleagues = isColleague(exchange) && exchange.intent.kind === "state";
    const isColleaguesPage = isColleague(exchange) && exchange.intent.kind === "details";
    if (exchange.actor !== "first" && !isColleagues && !isColleaguesPage) continue;
    const later = { exchange, view };
    const place = placeOf(exchange, subject);
    const what = exchange.intent.kind === "details" ? "page" : "state";
    // Links may differ by reader: pages of colleagues are compared with earlier ones of the same user, and with the
    // other face where two reads around it agree.
    if (isColleaguesPage) {
      const own = `${place} ${senderOf(exchange)}`;
      const earlier = latest.get(`${own} ${exchange.face}`);
      const between = latest.get(`${own} ${otherFace(exchange.face)}`);
      latest.set(`${own} ${exchange.face}`, later);
      if (!earlier || !isQuietBetween(subject, earlier.exchange, exchange)) continue;
      const again = compare(what, earlier, later, subject);
      yield again;
      const isAround = between !== undefined && between.exchange.index > earlier.exchange.index;
      if (isAround && !again.finding) yield compare(what, earlier, between, subject);
      continue;
    }
    for (const face of ["v2", "legacy"] as const) {
      const earlier = latest.get(`${place} ${face}`);
      // A colleague's read is compared only with the answer to that colleague's action; others are judged elsewhere.
      if (isColleagues && earlier?.exchange.operationId !== "legacyAppendAction") continue;
      if (earlier && isQuietBetween(subject, earlier.exchange, exchange)) yield compare(what, earlier, later, subject);
    }
    if (isColleagues) continue;
    latest.set(`${place} ${exchange.face}`, later);
    const whole = wholeListOf(exchange);
    if (whole === undefined) continue;
    const other = latest.get(`${whole} ${otherFace(exchange.face)}`);
    latest.set(`${whole} ${exchange.face}`, later);
    // Pages asked for in the same way are compared above.
    if (!other || placeOf(other.exchange, subject) === place) continue;
    if (isQuietBetween(subject, other.exchange, exchange)) yield compare("whole list", other, later, subject);
  }
}

/** What two reads must have in common to be compared: the trace, the kind, the page. */
function placeOf(exchange: Exchange, subject: Case): string {
  const trace = "traceId" in exchange.intent ? traceKey(exchange.intent.traceId) : "";
  // States may differ by reader.
  if (exchange.intent.kind !== "details") return `${trace} state ${senderOf(exchange)}`;
  const given = pageArgumentsOf(exchange);
  const ignored = (subject.observed("legacy-details-input")?.form ?? "ignored") === "ignored";
  // A legacy face without page arguments always shows its first page, so it is compared with itself.
  const heard = exchange.face === "v2" || !ignored;
  return `${trace} details ${heard ? JSON.stringify(Object.entries(given).sort()) : "legacy"}`;
}

/** A key for reads that show every link of the trace, whatever the arguments. */
function wholeListOf(exchange: Exchange): string | undefined {
  const page = exchange.intent.kind === "details" ? pageOf(exchange) : undefined;
  if (!page || page.links.length === 0 || page.links.length !== page.totalCount) return undefined;
  return "traceId" in exchange.intent ? `${traceKey(exchange.intent.traceId)} whole` : undefined;
}

function viewOf(exchange: Exchange, subject: Case): Json | undefined {
  if (exchange.intent.kind === "state" || exchange.operationId === "legacyAppendAction") {
    const state = payloadMember(exchange, "state");
    // Another rule judges states that are no objects.
    return isJsonObject(state) ? stableState(state, subject) : undefined;
  }
  if (exchange.intent.kind !== "details" || subject.view(handedCursors).has(exchange)) return undefined;
  const page = pageOf(exchange);
  if (!page) return undefined;
  const trace = subject.traceOf(exchange);
  const links = page.links.map((link): Json => {
    const stable = stableLink(link, subject);
    return trace && isJsonObject(stable) ? { ...stable, ...whetherShown(link, trace, subject) } : stable;
  });
  return { links, totalCount: page.totalCount ?? null };
}

function isQuietBetween(subject: Case, earlier: Exchange, later: Exchange): boolean {
  const trace = subject.traceOf(later);
  if (trace) return !changedBetween(trace, earlier, later);
  const key = "traceId" in later.intent ? traceKey(later.intent.traceId) : "";
  const [fromMs, toMs] = spanOf(earlier, later);
  // Others may append to a trace that this history did not create.
  if (!asManyLinks(subject, key, earlier, later)) return false;
  return !subject.history.exchanges.some(
    (exchange) =>
      exchange !== earlier &&
      exchange.intent.kind === "act" &&
      traceKey(exchange.intent.traceId) === key &&
      exchange.receivedAtMs > fromMs &&
      exchange.sentAtMs < toMs,
  );
}

function compare(what: Reread["what"], one: Seen, other: Seen, subject: Case): Reread {
  const [earlier, later] = [one.exchange, other.exchange];
  const trace = subject.traceOf(later);
  const acrossFaces = earlier.face !== later.face;
  const echoes = trace ? echoesOf(trace, subject) : new Set<string>();
  const mayAct = trace !== undefined && mayActBetween(trace, earlier, later, subject);
  const views = (mayAct && linksThatStay(one, other, trace, echoes, subject)) || ([one.view, other.view] as const);
  const [before, after] = acrossFaces ? inCommon(...views, echoes) : views;
  const pages = what === "page" && acrossFaces ? [earlier, later] : [];
  const chosenByTarget = pages.length > 0 && (pages.every(isPageOfTargetsChoice) || pages.some(isCapped));
  const notesReaders = what === "state" && trace !== undefined && isReadByColleague(trace, earlier, later, subject);
  const difference = differenceOf(
    before,
    after,
    () =>
      (chosenByTarget && agreeWhereBothShow(one, other, echoes)) ||
      (notesReaders && losesNothingSent(before, after, trace)) ||
      (mayAct && what === "state" && differInUnsent(before, after, trace, subject)) ||
      (what === "state" && trace !== undefined && isNoLongerBusy([earlier, later], [before, after], trace, subject)),
  );
  const how = acrossFaces ? ` through the ${later.face} face than through the ${earlier.face} face` : " than before";
  const between = sentBetween(earlier, later, trace, subject);
  const finding = difference && {
    message: `${nameOf(later)} answers otherwise${how} although ${actionsIn(between)} came between, at ${placeText(difference.path)}`,
    expected: difference.expected,
    actual: difference.actual,
    with: [earlier, between.refused.at(-1)],
  };
  const refused = between.refused.some((exchange) => !hasTokenDefect(exchange));
  const refusedByToken = between.refused.some(hasTokenDefect);
  return {
    what,
    earlier,
    later,
    acrossFaces,
    between: { anything: between.anything, refused, refusedByToken },
    finding,
  };
}

/** Names the last refused action, the likeliest cause. */
function actionsIn({ refused }: SentBetween): string {
  const last = refused.at(-1);
  if (!last) return "no action";
  const which = answeredAs(last);
  if (refused.length === 1) return `only an action that was refused (${which})`;
  return `only ${String(refused.length)} actions that were refused (the last: ${which})`;
}

/** The links of two pages without own links appended in between, if these explain the difference. */
function linksThatStay(
  one: Seen,
  other: Seen,
  trace: ModelTrace,
  echoes: ReadonlySet<string>,
  subject: Case,
): readonly [Json, Json] | undefined {
  const [earlier, later] = [one, other].map(({ exchange, view }) => {
    const [links, total] = [linksOf(view), countOf(view)];
    return links && total !== undefined ? { exchange, links, total } : undefined;
  });
  const alike = (left: Json, right: Json): boolean =>
    firstDifference(narrowedLink(left, right, echoes), narrowedLink(right, left, echoes)) === undefined;
  const stay = earlier && later && withoutOwnBetween(earlier, later, trace, subject, alike);
  return stay && [{ links: stay[0] }, { links: stay[1] }];
}

function isReadByColleague({ id }: ModelTrace, earlier: Exchange, later: Exchange, { history }: Case): boolean {
  // A refused attempt to act reads nothing.
  return history.exchanges
    .slice(earlier.index + 1, later.index)
    .some(
      (one) =>
        isColleague(one) &&
        one.intent.kind !== "act" &&
        "traceId" in one.intent &&
        traceKey(one.intent.traceId) === traceKey(id),
    );
}

/** True for a page without a size that is complete or says that there are more links. */
function isPageOfTargetsChoice(exchange: Exchange): boolean {
  const page = pageOf(exchange);
  const { first, last } = pageArgumentsOf(exchange);
  if (!page || first !== undefined || last !== undefined) return false;
  return page.links.length >= (page.totalCount ?? 0) || page.hasNext === true || page.hasPrevious === true;
}

/** True for a page with fewer links than asked for that says that there are more: each face may have its own limit. */
function isCapped(exchange: Exchange): boolean {
  const page = pageOf(exchange);
  const { first, last } = pageArgumentsOf(exchange);
  const asked = first ?? last;
  if (!page || typeof asked !== "number" || page.links.length >= asked || page.links.length === 0) return false;
  return first === undefined ? page.hasPrevious === true : page.hasNext === true;
}

function differenceOf(one: Json, other: Json, isExcused: () => boolean): ReturnType<typeof firstDifference> {
  const difference = firstDifference(one, other);
  return difference && isExcused() ? undefined : difference;
}

/**
 * Each face may choose its default page size and end. So only the totals must agree, and the links that both pages
 * show, at one of the positions where the pages may stand in the list, or in the part that the same cursors leave.
 */
function agreeWhereBothShow(one: Seen, other: Seen, echoes: ReadonlySet<string>): boolean {
  const [left, right, total] = [linksOf(one.view), linksOf(other.view), countOf(one.view)];
  if (!left || !right || total === undefined || total !== countOf(other.view)) return false;
  if (left.length >= total && right.length >= total) return false;
  const alike = (link: Json, shown: Json | undefined): boolean =>
    shown === undefined ||
    firstDifference(narrowedLink(link, shown, echoes), narrowedLink(shown, link, echoes)) === undefined;
  const { after, before } = pageArgumentsOf(one.exchange);
  const cursors = [after, before].filter((cursor) => cursor !== undefined).length;
  // Only the target knows how many links cursors leave: at least those shown, and not those that the cursors name.
  const most = total - cursors;
  const least = cursors > 0 ? Math.min(most, Math.max(left.length, right.length)) : total;
  const lengths = Array.from({ length: most - least + 1 }, (_, more) => least + more);
  return lengths.some((length) =>
    placesOf(one.exchange, length).some((from) =>
      placesOf(other.exchange, length).some((otherFrom) =>
        left.every((link, index) => alike(link, right[from + index - otherFrom])),
      ),
    ),
  );
}

/**
 * Where a page may begin that is taken from either end of so many links, according to its own statements. With a
 * cursor, these may be about links beyond the cursor.
 */
function placesOf(exchange: Exchange, length: number): readonly number[] {
  const { links = [], hasNext, hasPrevious } = pageOf(exchange) ?? {};
  const { after, before } = pageArgumentsOf(exchange);
  const atStart = after !== undefined || hasPrevious !== true;
  const atEnd = before !== undefined || hasNext !== true;
  return [...(atStart ? [0] : []), ...(atEnd ? [Math.max(0, length - links.length)] : [])];
}

interface SentBetween {
  readonly anything: boolean;
  /** Actions on the trace that were refused. */
  readonly refused: readonly Exchange[];
}

function sentBetween(
  earlier: Exchange,
  later: Exchange,
  trace: ModelTrace | undefined,
  { history }: Case,
): SentBetween {
  const between = trace ? history.exchanges.slice(earlier.index + 1, later.index) : [];
  const refused = between.filter(
    (exchange) =>
      exchange.intent.kind === "act" &&
      traceKey(exchange.intent.traceId) === traceKey(trace?.id ?? "") &&
      outcomeOf(exchange) === "refused",
  );
  return { anything: between.length > 0, refused };
}

/**
 * Each face may have link members of its own. What both show must agree, and what one shows of the sent action, group
 * and workflow the other must show too. States are compared whole.
 */
function inCommon(left: Json, right: Json, echoes: ReadonlySet<string>): [Json, Json] {
  const leftLinks = linksOf(left);
  const rightLinks = linksOf(right);
  if (!leftLinks || !rightLinks || leftLinks.length !== rightLinks.length) return [left, right];
  const narrowed = (links: readonly Json[], others: readonly Json[]): Json[] =>
    links.map((link, index) => narrowedLink(link, others[index], echoes));
  return [
    { ...(left as JsonObject), links: narrowed(leftLinks, rightLinks) },
    { ...(right as JsonObject), links: narrowed(rightLinks, leftLinks) },
  ];
}

function narrowedLink(link: Json, other: Json | undefined, echoes: ReadonlySet<string>): Json {
  if (!isJsonObject(link) || !isJsonObject(other)) return link;
  const common = Object.entries(link).filter(([member]) => Object.hasOwn(other, member));
  return Object.fromEntries([...common, ["(sent)", [...shownIn(link, echoes)].sort()]]);
}

function countOf(view: Json): number | undefined {
  const count = isJsonObject(view) ? view["totalCount"] : undefined;
  return typeof count === "number" ? count : undefined;
}

function linksOf(view: Json): readonly Json[] | undefined {
  return isJsonObject(view) && Array.isArray(view["links"]) ? (view["links"] as readonly Json[]) : undefined;
}
