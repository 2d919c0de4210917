/** Pages of links that other users read: each user may be shown other links, but counted consistently. */
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Finding } from "../../judgements.ts";
import { isProbing, nameOf } from "../../support/exchanges.ts";
import type { Case } from "../case.ts";
import { isColleague } from "../readers/colleagues.ts";
import { pageOf, type PageOfLinks } from "../links/links.ts";
import { combinationOf, pageArgumentsOf } from "../links/page-arguments.ts";
import { changedBetween, momentOf } from "../moment.ts";
import { mayHaveOwnLinks, sentLinks } from "../links/own-links.ts";
import { mayActBetween } from "../process/own-changes.ts";
import type { ModelTrace } from "../world.ts";

export interface ColleaguePage {
  readonly exchange: Exchange;
  readonly end: "first" | "last";
  /** Set where the number of links is wrong. */
  readonly finding: Finding | undefined;
}

interface ShownPage {
  readonly exchange: Exchange;
  readonly trace: ModelTrace;
  readonly end: "first" | "last";
  readonly asked: number;
  readonly shown: number;
}

/** Pages with a size and no cursor, where the same user was shown another page of the unchanged trace. */
export function colleaguePages(subject: Case): readonly ColleaguePage[] {
  const pages = subject.exchanges.flatMap((exchange) => shownPage(exchange, subject) ?? []);
  return pages.flatMap((page): readonly ColleaguePage[] => {
    const { exchange, trace, end, asked, shown } = page;
    const others = pages.filter(
      (other) =>
        other !== page &&
        other.trace === trace &&
        other.exchange.actor === exchange.actor &&
        other.exchange.face === exchange.face &&
        !changedBetween(trace, other.exchange, exchange) &&
        !mayActBetween(trace, other.exchange, exchange, subject),
    );
    if (others.length === 0) return [];
    const longest = others.toSorted((left, right) => right.shown - left.shown)[0];
    const there = Math.min(asked, longest?.shown ?? 0);
    const call = `${nameOf(exchange)} with ${end}: ${asked}`;
    const message =
      shown > asked
        ? `${call} answers ${shown} links`
        : `${call} answers another user ${shown} links, of which ${longest?.shown ?? 0} are shown with ${longest?.end ?? ""}: ${longest?.asked ?? 0}`;
    const finding = { message, expected: there, actual: shown, with: [longest?.exchange] };
    return [{ exchange, end, finding: shown > asked || shown < there ? finding : undefined }];
  });
}

interface ColleagueCount {
  readonly exchange: Exchange;
  readonly finding: Finding | undefined;
}

/** Compares, for pages shown to other users, the total with the links shown: there must be at least as many. */
export function colleagueCounts(subject: Case): readonly ColleagueCount[] {
  return subject.exchanges.flatMap((exchange): readonly ColleagueCount[] => {
    const { intent, defects } = exchange;
    if (intent.kind !== "details" || !isColleague(exchange) || defects.length > 0 || !succeeded(exchange)) return [];
    const [trace, page] = [subject.traceOf(exchange), pageOf(exchange)];
    if (!trace || page?.totalCount === undefined) return [];
    const shown = sentLinks(page, trace, subject).length;
    const message = `${nameOf(exchange)} counts ${page.totalCount} links for another user and shows ${shown}`;
    const finding = { message, expected: { atLeast: shown }, actual: page.totalCount };
    return [{ exchange, finding: page.totalCount < shown ? finding : undefined }];
  });
}

/**
 * Pages without cursors that show another user as many links as they count: no further page may be announced. Left out
 * where links are omitted for some readers, or the service has own links.
 */
export function colleagueWholes(
  subject: Case,
): readonly (ColleagueCount & Pick<PageOfLinks, "hasNext" | "hasPrevious">)[] {
  return subject.exchanges.flatMap((exchange) => {
    const { intent, defects } = exchange;
    if (intent.kind !== "details" || !isColleague(exchange) || defects.length > 0 || !succeeded(exchange)) return [];
    const [trace, page, given] = [subject.traceOf(exchange), pageOf(exchange), pageArgumentsOf(exchange)];
    if (!trace || !page || page.totalCount !== page.links.length || page.links.length === 0) return [];
    if (given.after !== undefined || given.before !== undefined || trace.omitted?.length) return [];
    if (mayHaveOwnLinks(trace, subject) || momentOf(trace, exchange).concurrent.length > 0) return [];
    const { hasNext, hasPrevious } = page;
    const message = `${nameOf(exchange)} shows another user all of ${page.totalCount} links, and says that there are others`;
    const isWrong = hasNext === true || hasPrevious === true;
    return [
      { exchange, hasNext, hasPrevious, finding: isWrong ? { message, expected: false, actual: true } : undefined },
    ];
  });
}

function shownPage(exchange: Exchange, subject: Case): ShownPage | undefined {
  const { face, intent, defects } = exchange;
  if (intent.kind !== "details" || !isColleague(exchange) || defects.length > 0 || isProbing(exchange))
    return undefined;
  if (face === "legacy" && (subject.observed("legacy-details-input")?.form ?? "ignored") === "ignored")
    return undefined;
  const end = combinationOf(pageArgumentsOf(exchange));
  if ((end !== "first" && end !== "last") || !succeeded(exchange)) return undefined;
  const { [end]: asked } = pageArgumentsOf(exchange);
  const [trace, page] = [subject.traceOf(exchange), pageOf(exchange)];
  if (!trace || !page || typeof asked !== "number" || !Number.isInteger(asked) || asked < 1) return undefined;
  return { exchange, trace, end, asked, shown: page.links.length };
}
