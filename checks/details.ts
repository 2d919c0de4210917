/** DETAILS: the links of a trace: one for each action, in order, from its own actions alone. */
import { brief } from "../spec/readings/equal.ts";
import type { Case } from "./model/case.ts";
import { colleagueCounts } from "./model/pages/colleague-pages.ts";
import {
  certainActions,
  counts,
  inKnownOrder,
  listings,
  ownedListings,
  toldActions,
  type Listing,
} from "./model/pages/listings.ts";
import { isTellable, unmarkedActionOfLink } from "./model/links/links.ts";
import { rereads } from "./model/rereads/rereads.ts";
import { rereadLinks } from "./model/pages/reread-links.ts";
import { foreignData } from "./model/states/foreign-data.ts";
import type { ModelAction } from "./model/world.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

export const detailsRules: readonly Rule[] = [
  rule("DETAILS-06", function* (subject) {
    for (const { read, finding } of subject.view(counts)) yield [read, finding];
    for (const { exchange, finding } of subject.view(colleagueCounts)) yield [exchange, finding];
  }),

  rule("DETAILS-08", linksInOrder),

  rule("DETAILS-09", function* (subject) {
    for (const { read, grown, finding } of subject.view(rereadLinks)) if (!grown) yield [read, finding];
    for (const { what, acrossFaces, later, finding } of subject.view(rereads))
      if (what === "page" && !acrossFaces) yield [later, finding];
  }),

  rule("DETAILS-11", function* (subject) {
    for (const { read, finding } of subject.view(ownedListings)) yield [read, finding];
    for (const { exchange, finding } of subject.view(foreignData))
      if (exchange.intent.kind === "details") yield [exchange, finding];
  }),
];

function* linksInOrder(subject: Case): Iterable<Observed> {
  if (!inKnownOrder(subject)) return;
  const order = subject.observed("link-order")?.order;
  for (const listing of subject.view(listings)) {
    const { trace, read } = listing;
    const actions = toldActions(listing, subject) ?? untoldLeftOut(listing, subject);
    if (actions.length < 2 || new Set(actions).size < actions.length) continue;
    const inTime = order === "newest-first" ? actions.toReversed() : actions;
    const [before, after] =
      inTime
        .slice(1)
        .map((action, index) => [inTime[index], action] as const)
        .find(
          ([former, latter]) =>
            former &&
            latter.exchange.receivedAtMs < former.exchange.sentAtMs &&
            // When a write of unknown outcome took effect is not known either.
            !trace.indeterminate.includes(latter),
        ) ?? [];
    yield [
      read,
      before &&
        after && {
          message: `${nameOf(read)} shows links in another order than their actions were appended (${order} elsewhere)`,
          expected: `link of ${brief(after.marker)} before link of ${brief(before.marker)}`,
          actual: actions.map(({ marker }) => marker),
          with: [after.exchange, before.exchange],
        },
    ];
  }
}

/**
 * The actions that a page shows for certain, of a trace on which some have no marker, these by data that no other brought: they
 * keep their order as well.
 */
function untoldLeftOut(listing: Listing, subject: Case): readonly ModelAction[] {
  const { trace, page } = listing;
  if (isTellable(trace)) return [];
  const certain = certainActions(listing, subject);
  return page.links
    .map((link, at) => certain[at] ?? unmarkedActionOfLink(link, trace, subject))
    .filter((action) => action !== undefined);
}
