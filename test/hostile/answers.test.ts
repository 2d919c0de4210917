/** Answers that are hostile in one operation or some, several of them in one target. */
import { expect, test } from "vitest";
import { ofToday } from "../lib/of-today.ts";
import { answering } from "./answers/answer.ts";
import { answerGroups } from "./answers/index.ts";
import { judgeTargets } from "./lib/judge-target.ts";

test("there are at least sixty, each described once, and one for an operation of each target", () => {
  const behaviours = answerGroups.flatMap(({ answers }) => answers.map(({ behaviour }) => behaviour));
  expect(new Set(behaviours).size).toBe(behaviours.length);
  expect(behaviours.length).toBeGreaterThanOrEqual(60);
  for (const { id, answers } of answerGroups) {
    const operations = answers.flatMap(({ on }) => on);
    expect(new Set(operations).size, id).toBe(operations.length);
  }
});

judgeTargets(ofToday(answerGroups, 3).map(answering));
