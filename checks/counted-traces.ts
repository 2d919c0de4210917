/** How many traces a workflow has, before and behind creations that are refused: one more is one that nobody created. */
import { createdTraceOf, outcomeOf } from "../spec/readings/outcome.ts";
import type { Face } from "../spec/operations.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Case } from "./model/case.ts";
import { hasTokenDefect } from "./model/files/files.ts";
import { searches, workflowOf, type ObservedSearch } from "./model/searches/searches.ts";
import { rule, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

/** So often one more must have come for it to be no chance. */
const leastTimes = 2;

/** Two looks at all traces of a workflow, one behind the other through one face. */
interface Span {
  readonly later: ObservedSearch;
  readonly more: number;
  /** The creations that were sent between them. */
  readonly created: readonly Exchange[];
}

export const countedTracesRules: readonly Rule[] = [
  rule("REFUSE-02", function* (subject) {
    // Beside other scripts there are always more.
    if (subject.history.script.exclusive !== true) return;
    for (const spans of subject.view(spansOfLooks)) {
      const quiet = spans.filter(({ created }) => created.length === 0);
      const taken = spans.filter(({ created }) => created.some((one) => createdTraceOf(one) !== undefined));
      const refused = spans.filter(({ created }) => created.length === 1 && created.every(isRefusedForData));
      // Others create some as well, or what is created does not show in so long a list.
      const isSteady = quiet.length >= leastTimes && quiet.every(({ more }) => more === 0);
      if (!isSteady || taken.length === 0 || !taken.every(({ more, created }) => more === created.length)) continue;
      for (const through of Map.groupBy(refused, ({ created: [one] }): Face => one?.face ?? "v2").values()) {
        const [last] = through.toReversed();
        if (!last || through.length < leastTimes) continue;
        const sent = through.flatMap(({ created }) => created);
        const isMore = through.every(({ more }) => more === 1);
        const message = `${nameOf(last.later.exchange)} finds one more trace each time that a creation was refused`;
        const finding = { message, expected: "as many as before", actual: last.later.length, with: sent };
        yield [last.later.exchange, isMore && finding];
      }
    }
  }),
];

function isRefusedForData(exchange: Exchange): boolean {
  return outcomeOf(exchange) === "refused" && !hasTokenDefect(exchange);
}

function spansOfLooks(subject: Case): readonly (readonly Span[])[] {
  const looks = subject
    .view(searches)
    .filter((search) => workflowOf(search) !== undefined && JSON.stringify(search.intent.filters) === "{}");
  const byFace = Map.groupBy(looks, (search) => `${search.exchange.face} ${String(workflowOf(search))}`);
  return [...byFace.values()].map((ofFace) =>
    ofFace.slice(1).map((later, at): Span => {
      const earlier = ofFace[at] ?? later;
      const created = subject.history.exchanges
        .slice(earlier.exchange.index + 1, later.exchange.index)
        .filter(({ intent }) => intent.kind === "create" && intent.workflow === workflowOf(later));
      return { later, more: later.length - earlier.length, created };
    }),
  );
}
