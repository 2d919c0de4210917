/** Archives of files of another trace that are turned down with a 500, by services that give out those of the trace itself. */
import { expect, test } from "vitest";
import { Case, judge } from "../../checks/index.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { status } from "./support/history-faults.ts";
import { told } from "./support/kill.ts";

/** How FILES-08 is judged where the archives of a foreign file are answered with these statuses, beside one of an own file. */
function judgedAt(foreign: readonly number[], own = true): readonly string[] {
  const { story, history } = told({
    choices: undefined,
    tell(story) {
      const trace = story.create({ files: ["own"] });
      const other = story.create({ files: ["foreign"] });
      if (own) story.files(trace, [story.fileOf(trace)]);
      for (const _ of foreign) story.files(trace, [story.fileOf(other)]);
    },
  });
  let asked = 0;
  const exchanges = history.exchanges.map((exchange): Exchange => {
    if (exchange.intent.kind !== "files" || exchange.defects.length === 0) return exchange;
    return status(foreign[asked++] ?? 500)(exchange);
  });
  const subject = new Case({ ...history, exchanges }, { profile: story.profile, target: story.target });
  return judge(subject).judgements.flatMap(({ requirement, outcome }) => (requirement === "FILES-08" ? [outcome] : []));
}

test("a 500 each time counts as a refusal beside files that are given out", () => {
  expect(judgedAt([500])).toEqual(["passed"]);
  expect(judgedAt([500, 500])).toEqual(["passed", "passed"]);
});

test("a 500 tells nothing where nothing is given out, or where it is another answer now and then", () => {
  expect(judgedAt([500], false)).toEqual([]);
  expect(judgedAt([500, 404])).toEqual(["passed"]);
  expect(judgedAt([503])).toEqual([]);
});
