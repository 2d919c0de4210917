/** STATE: what the actions make of a trace, and nothing else. */
import { foreignData } from "./model/states/foreign-data.ts";
import { rereads } from "./model/rereads/rereads.ts";
import { predictedStates } from "./model/states/states.ts";
import { rule, type Rule } from "./rule.ts";

export const stateRules: readonly Rule[] = [
  rule("STATE-03", function* (subject) {
    for (const { exchange, finding } of subject.view(predictedStates))
      if (exchange.intent.kind !== "act") yield [exchange, finding];
  }),

  rule("STATE-04", function* (subject) {
    for (const { what, acrossFaces, later, finding } of subject.view(rereads))
      if (what === "state" && !acrossFaces) yield [later, finding];
  }),

  rule("STATE-05", function* (subject) {
    for (const { what, between, later, finding } of subject.view(rereads))
      if (what === "state" && between.anything) yield [later, finding];
  }),

  rule("STATE-07", function* (subject) {
    for (const { exchange, finding } of subject.view(foreignData))
      if (exchange.intent.kind !== "details") yield [exchange, finding];
  }),
];
