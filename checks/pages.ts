/** PAGE: which links a page holds, what it says of its neighbours, and how the pages follow each other. */
import type { Case } from "./model/case.ts";
import { pageOf } from "./model/links/links.ts";
import { successes } from "./model/successes.ts";
import { askedPages, type AskedPage, type PageContent } from "./model/pages/asked-pages.ts";
import { colleaguePages, colleagueWholes, type ColleaguePage } from "./model/pages/colleague-pages.ts";
import { unmarkedPages } from "./model/pages/mixed-up-links.ts";
import { pageWalks } from "./model/pages/page-walks.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

export const pageRules: readonly Rule[] = [
  rule("PAGE-01", (subject) => [
    ...pages(subject, ({ first }) => first !== undefined),
    ...shortPages(subject, ({ backward }) => !backward),
    ...pagesOfColleagues(subject, "first"),
    ...mixedUp(subject, ({ first }) => first !== undefined),
  ]),
  rule("PAGE-02", (subject) => [
    ...pages(subject, ({ last }) => last !== undefined),
    ...shortPages(subject, ({ backward }) => backward),
    ...pagesOfColleagues(subject, "last"),
    ...mixedUp(subject, ({ last }) => last !== undefined),
  ]),
  rule("PAGE-03", (subject) => pages(subject, ({ after }) => after !== undefined)),
  rule("PAGE-04", (subject) => pages(subject, ({ before }) => before !== undefined)),
  rule("PAGE-05", (subject) => walksOf(subject, "forward")),
  rule("PAGE-06", (subject) => walksOf(subject, "backward")),
  rule("PAGE-07", (subject) => neighbours(subject, "hasNext")),
  rule("PAGE-08", (subject) => neighbours(subject, "hasPrevious")),

  rule("PAGE-09", function* (subject) {
    for (const { exchange, page, total } of subject.view(askedPages)) {
      const counted = page.totalCount;
      if (counted === undefined) continue;
      const message = `${nameOf(exchange)} counts ${counted} links on a page of a trace of ${total}`;
      yield [exchange, counted !== total && { message, expected: total, actual: counted }];
    }
    // Whoever appended them: there are as many links as one page shows.
    for (const exchange of subject.view(successes)) {
      const { links, totalCount: counted } = (exchange.intent.kind === "details" && pageOf(exchange)) || {};
      if (!links || counted === undefined) continue;
      const message = `${nameOf(exchange)} shows ${links.length} links and counts ${counted}`;
      const finding = { message, expected: { atLeast: links.length }, actual: counted };
      yield [exchange, counted < links.length && finding];
    }
  }),

  rule("PAGE-10", function* (subject) {
    for (const { exchange, content } of subject.view(askedPages)) {
      if (!content || content.finding || (content.asked === undefined && !content.short)) continue;
      yield [exchange, content.short && { ...content.short, expected: content.reachable }];
    }
  }),

  rule("PAGE-11", function* (subject) {
    for (const { exchange, content } of subject.view(askedPages)) if (content?.grown) yield [exchange, content.finding];
    for (const { last, grown, finding } of subject.view(pageWalks)) if (grown) yield [last, finding];
  }),

  rule("PAGE-14", function* (subject) {
    const { cap = null, beyondCap = "none-seen" } = subject.observed("page-size") ?? {};
    for (const { exchange, page, total } of subject.view(askedPages)) {
      if (exchange.face !== "v2") continue;
      const most = cap === null || beyondCap === "none-seen" ? Infinity : Math.max(cap, page.links.length);
      // From either end as many as a page holds; what lies between wants a cursor.
      const between = total > 2 * most && page.endCursor === undefined && page.startCursor === undefined;
      const message = `${nameOf(exchange)} has no cursor by which the links between the first and the last ${most} can be reached`;
      yield [exchange, between && page.links.length > 0 && { message, expected: "a cursor", actual: { total, most } }];
    }
  }),

  rule("PAGE-12", (subject) => pages(subject, (given) => Object.keys(given).length === 0)),
];

/** The links of the pages that were asked for with such arguments. */
function* pages(subject: Case, isMeant: (given: AskedPage["arguments"]) => boolean): Iterable<Observed> {
  for (const { exchange, arguments: given, content } of subject.view(askedPages))
    if (content && isMeant(given)) yield [exchange, content.finding];
}

/** Those whose links only their place tells. */
function* mixedUp(subject: Case, isMeant: (given: AskedPage["arguments"]) => boolean): Iterable<Observed> {
  for (const { exchange, arguments: given, finding } of subject.view(unmarkedPages))
    if (isMeant(given)) yield [exchange, finding];
}

/** The pages that other users were shown from this end. */
function* pagesOfColleagues(subject: Case, from: ColleaguePage["end"]): Iterable<Observed> {
  for (const { exchange, end, finding } of subject.view(colleaguePages)) if (end === from) yield [exchange, finding];
}

/** The pages that hold fewer links than were asked for. */
function* shortPages(subject: Case, isMeant: (content: PageContent) => boolean): Iterable<Observed> {
  for (const { exchange, content } of subject.view(askedPages))
    if (content?.short && content.asked !== undefined && isMeant(content)) yield [exchange, content.short];
}

function* walksOf(subject: Case, direction: "forward" | "backward"): Iterable<Observed> {
  for (const walk of subject.view(pageWalks)) if (walk.direction === direction) yield [walk.last, walk.finding];
}

/** A page without arguments that holds a part of the links, from either end, and says that there are no others. */
function isAlone({ page, total, arguments: given, content }: AskedPage): boolean {
  if (Object.keys(given).length > 0 || !content || content.finding || content.first !== undefined) return false;
  return page.links.length < total && page.hasNext === false && page.hasPrevious === false;
}

/**
 * `hasNext` and `hasPrevious`. In the direction of travel they must be exact. Against it a target may say false where
 * it did not look (nothing says that it has to), so there only a true without anything behind it is wrong.
 */
function* neighbours(subject: Case, member: "hasNext" | "hasPrevious"): Iterable<Observed> {
  for (const { exchange, finding, ...says } of subject.view(colleagueWholes))
    if (says[member] !== undefined) yield [exchange, says[member] && finding];
  for (const asked of subject.view(askedPages)) {
    const { exchange, page, total, arguments: given, content, call } = asked;
    if (member === "hasNext" && isAlone(asked)) {
      const message = `${call} says that nothing is before or after its ${page.links.length} links of ${total}`;
      yield [exchange, { message, expected: "hasNext or hasPrevious", actual: page }];
    }
    if (!content || content.finding || content.short || content.first === undefined) continue;
    const says = page[member];
    if (says === undefined) continue;
    // Nothing says on which side of an empty page the links are that bound it.
    if (page.links.length === 0 && given.after !== undefined && given.before !== undefined) continue;
    const { first } = content;
    // A page without arguments that does not begin at the start was taken from the end.
    const backward = content.backward || (Object.keys(given).length === 0 && first > 0);
    const there = member === "hasNext" ? total - first - page.links.length : first;
    const strict =
      member === "hasNext" ? !backward && given.before === undefined : backward && given.after === undefined;
    const wrong = says ? there === 0 : there > 0 && strict;
    const message = `${call} says ${member}: ${says} where ${there} of ${total} links are on that side`;
    yield [exchange, wrong && { message, expected: there > 0, actual: says }];
  }
}
