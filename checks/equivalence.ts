/** EQUIV: what both endpoint sets show of one trace is the same. */
import type { Case } from "./model/case.ts";
import { colleagueReads } from "./model/readers/colleagues.ts";
import { pageArgumentsOf } from "./model/links/page-arguments.ts";
import { rereads, type Reread } from "./model/rereads/rereads.ts";
import { rule, type Observed, type Rule } from "./rule.ts";

export const equivalenceRules: readonly Rule[] = [
  rule("EQUIV-01", function* (subject) {
    yield* across(subject, ({ what }) => what === "state");
    for (const { exchange, finding } of subject.view(colleagueReads)) yield [exchange, finding];
  }),
  rule("EQUIV-02", (subject) =>
    across(subject, ({ what, later }) => what === "whole list" || (what === "page" && !hasPageArguments(later))),
  ),
  rule("EQUIV-09", (subject) => across(subject, ({ what, later }) => what === "page" && hasPageArguments(later))),
];

/** The pairs of reads through both endpoint sets that are of this kind. */
function across(subject: Case, isMeant: (reread: Reread) => boolean): readonly Observed[] {
  const pairs = subject.view(rereads).filter((reread) => reread.acrossFaces && isMeant(reread));
  return pairs.map(({ later, finding }) => [later, finding]);
}

function hasPageArguments(exchange: Reread["later"]): boolean {
  return Object.keys(pageArgumentsOf(exchange)).length > 0;
}
