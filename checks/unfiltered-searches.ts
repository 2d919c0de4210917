/** Searches of a workflow without any filter: what one face finds all the time, the other finds as well. */
import { faces } from "../spec/operations.ts";
import { isJsonObject } from "../spec/json.ts";
import { senderOf } from "../spec/readings/people.ts";
import type { Case } from "./model/case.ts";
import { searches, workflowOf, type ObservedSearch } from "./model/searches/searches.ts";
import { rule, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

export const unfilteredSearchRules: readonly Rule[] = [
  // Traces that the history does not know are found, too: what another process began, or was there before.
  rule("EQUIV-04", function* (subject) {
    for (const { earlier, between, later, longer } of subject.view(judgedSearches)) {
      const missed = later.answer.find((id) => {
        const key = id.toLowerCase();
        return earlier.found.has(key) && !between.found.has(key) && !longer.found.has(key);
      });
      const message = `${nameOf(between.exchange)} does not find, without any filter, a trace that ${nameOf(earlier.exchange)} finds before and after`;
      const finding = {
        message,
        expected: missed ?? null,
        actual: between.answer.slice(0, 50),
        with: [earlier.exchange, later.exchange, longer.exchange],
      };
      yield [between.exchange, missed !== undefined && finding];
    }
  }),
];

interface Judged {
  /** Through one face, longer before than an index may lag. */
  readonly earlier: ObservedSearch;
  /** Through the other face. */
  readonly between: ObservedSearch;
  /** Through the one face again. */
  readonly later: ObservedSearch;
  /** Through the other face again: it answers more than the one between, which so was not cut short. */
  readonly longer: ObservedSearch;
}

const judgedSearches = (subject: Case): readonly Judged[] => {
  const bare = subject.view(searches).filter(({ intent, length, answer }) => {
    const { filters } = intent;
    // What is left out of a long list may be what is looked for.
    return isJsonObject(filters) && Object.keys(filters).length === 0 && length === answer.length;
  });
  const alike = [...Map.groupBy(bare, (one) => `${String(workflowOf(one))} ${senderOf(one.exchange)}`).values()];
  return alike.flatMap((all) =>
    faces.flatMap((face) => {
      const [own, others] = [all.filter((one) => one.exchange.face === face), all.filter((one) => isOther(one, face))];
      return others.flatMap((between) => {
        const { sentAtMs, receivedAtMs } = between.exchange;
        const earlier = own.findLast(({ exchange }) => exchange.receivedAtMs + subject.target.searchLagMs <= sentAtMs);
        const later = own.find(({ exchange }) => exchange.sentAtMs >= receivedAtMs);
        const longer = others.find((one) => one.exchange.sentAtMs >= receivedAtMs && one.length > between.length);
        return earlier && later && longer ? [{ earlier, between, later, longer }] : [];
      });
    }),
  );
};

const isOther = ({ exchange }: ObservedSearch, face: string): boolean => exchange.face !== face;
