/** Answers that are hostile in one operation or some, several of them in one target. */
import { answersOnTheLine } from "./answers/on-the-line.ts";
import { answersInErrors } from "./answers/in-errors.ts";
import { ofToday } from "../lib/of-today.ts";
import { judgeTargets } from "./lib/judge-target.ts";

/** The targets of which it was seen what a run against them comes to. */
const examined = ["answers-before-questions", "files-that-say-too-much", "errors-that-repeat"];

judgeTargets(
  ofToday(
    [...answersOnTheLine, ...answersInErrors].filter(({ id }) => examined.includes(id)),
    3,
  ),
);
