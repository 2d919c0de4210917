/** CONC: what was sent at the same time: nothing is lost, mixed up or half shown. (CONC-03 stands with the files.) */
import type { Exchange } from "../spec/vocabulary/history.ts";
import { contradictionIn } from "./linearizability/contradiction.ts";
import { exchangesOf, pictureOf, reasonsOf } from "./linearizability/picture.ts";
import type { Case } from "./model/case.ts";
import { foreignData } from "./model/states/foreign-data.ts";
import { pageArgumentsOf } from "./model/links/page-arguments.ts";
import { counts, doubledListings, listings, ownedListings } from "./model/pages/listings.ts";
import type { Moment } from "./model/moment.ts";
import { racedStates } from "./model/states/raced-states.ts";
import { overlappingStates, predictedStates } from "./model/states/states.ts";
import { overlappingOperations } from "./linearizability/trace-operations.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

export const concurrencyRules: readonly Rule[] = [
  rule("CONC-01", function* (subject) {
    for (const { read, moment, finding } of [...subject.view(counts), ...subject.view(doubledListings)])
      if (severalAtOnce(moment)) yield [read, finding];
  }),

  rule("CONC-02", function* (subject) {
    // A trace that holds what another creation of its group sent has more links than its own.
    for (const { read, trace, finding } of [...subject.view(counts), ...subject.view(ownedListings)])
      if (trace.created.exchange.parallel) yield [read, finding];
    for (const { exchange, trace, finding } of [...subject.view(foreignData), ...subject.view(predictedStates)])
      if (trace.created.exchange.parallel) yield [exchange, finding];
  }),

  rule("CONC-04", function* (subject) {
    for (const { read, moment, finding } of subject.view(counts)) if (!moment.exact) yield [read, finding];
    yield* wholeListsMeanwhile(subject);
    for (const { exchange, moment, finding } of subject.view(predictedStates))
      if (!moment.exact) yield [exchange, finding];
    yield* subject.view(overlappingStates);
    for (const { exchange, finding } of subject.view(racedStates)) yield [exchange, finding];
    yield* contradictions(subject);
  }),
];

/** What is read of a trace must follow from one order of its actions, whatever each read shows by itself. */
function* contradictions(subject: Case): Iterable<Observed> {
  for (const operations of subject.view(overlappingOperations)) {
    const found = contradictionIn(operations);
    const last = operations.reads.at(-1)?.exchange;
    if (found === "undecided" || !last) continue;
    if (found === "none") yield [last];
    else {
      const message = `No order of the actions explains what was read: ${reasonsOf(found)}`;
      const expected = "an order in which each read shows the actions before it";
      const finding = { message, expected, actual: pictureOf(found), with: exchangesOf(found) };
      yield [found.reads.at(-1)?.exchange ?? last, finding];
    }
  }
}

function severalAtOnce({ acknowledged }: Moment): boolean {
  return acknowledged.filter(({ exchange }: { exchange: Exchange }) => exchange.parallel).length > 1;
}

/** While actions are appended, a page that says it is the whole list holds as many links as it counts. */
function* wholeListsMeanwhile(subject: Case): Iterable<Observed> {
  for (const { read, page, moment } of subject.view(listings)) {
    const { after, before, first, last } = pageArgumentsOf(read);
    const open = after === undefined && before === undefined && (first === undefined || last === undefined);
    if (moment.exact || !open || page.hasNext !== false || page.hasPrevious !== false) continue;
    const { links, totalCount: counted } = page;
    if (counted === undefined) continue;
    const message = `${nameOf(read)} counts ${counted} links and shows ${links.length}, with none before or after`;
    yield [read, links.length !== counted && { message, expected: counted, actual: links.length }];
  }
}
