/** Where no form of a filter was found: what is blamed when all are tried in vain. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { payload, status, type Change } from "./support/history-faults.ts";
import { told } from "./support/kill.ts";

/** The failed requirements of a service that answers the search of each form as told. */
function failedOf(answersForm: (form: number) => Change): readonly string[] {
  const { story, history } = told({
    choices: undefined,
    tell(story) {
      const trace = story.create();
      story.state(trace);
      const mark = story.marker;
      for (const filters of ["a", "b", "c", "d", "e", "f"].map((place) => ({ [`${place}.tcMark`]: mark })))
        story.search(filters, { includes: [trace] }, { candidateFor: "search-keys" });
    },
  });
  let form = 0;
  const exchanges = history.exchanges.map((exchange): Exchange =>
    exchange.intent.kind === "search" ? answersForm(form++)(exchange) : exchange,
  );
  const { "search-keys": _, ...readings } = story.profile.readings;
  const subject = new Case({ ...history, exchanges }, { profile: { readings }, target: story.target });
  return judge(subject)
    .judgements.filter(({ requirement, outcome }) => outcome === "failed" && requirement === "SEARCH-03")
    .map(({ message = "" }) => message);
}

test.each([
  ["finds nothing by any", payload(() => []), "takes every form of a filter and finds nothing"],
  ["fails at each", status(500), "fails at every form of a filter"],
] as const)("a search that %s is blamed", (_title, change, message) => {
  expect(failedOf(() => change)).toEqual([expect.stringContaining(message)]);
});

test.each([
  ["refuses each", () => status(400)],
  ["fails at all but one, which it refuses", (form: number) => status(form === 3 ? 400 : 500)],
  ["fails at all but one, by which it finds nothing", (form: number) => (form === 3 ? payload(() => []) : status(500))],
] as const)("a search that %s is not", (_title, answersForm) => {
  expect(failedOf(answersForm)).toEqual([]);
});
