/** ACT: what an accepted action makes of its trace. */
import { counts, doubledListings } from "./model/pages/listings.ts";
import { rereads } from "./model/rereads/rereads.ts";
import { rereadLinks } from "./model/pages/reread-links.ts";
import { predictedStates } from "./model/states/states.ts";
import { rule, type Rule } from "./rule.ts";

export const actionRules: readonly Rule[] = [
  rule("ACT-05", function* (subject) {
    for (const { read, moment, finding } of subject.view(counts))
      if (moment.acknowledged.length > 1) yield [read, finding];
    for (const { read, finding } of subject.view(doubledListings)) yield [read, finding];
  }),

  rule("ACT-06", function* (subject) {
    for (const { exchange, finding } of subject.view(predictedStates))
      if (exchange.intent.kind === "act") yield [exchange, finding];
    // The state in the legacy answer to an action is what the next read must show.
    for (const { what, earlier, later, finding } of subject.view(rereads))
      if (what !== "whole list" && earlier.operationId === "legacyAppendAction") yield [later, finding];
  }),

  rule("ACT-08", function* (subject) {
    for (const { read, grown, finding } of subject.view(rereadLinks)) if (grown) yield [read, finding];
  }),
];
