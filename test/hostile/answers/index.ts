/** Every group of hostile answers. */
import type { AnswerGroup } from "./answer.ts";
import { answersInArchives } from "./in-archives.ts";
import { answersInErrors } from "./in-errors.ts";
import { answersInIds } from "./in-ids.ts";
import { answersInStates } from "./in-states.ts";
import { answersInValues } from "./in-values.ts";
import { answersOnTheLine } from "./on-the-line.ts";

export const answerGroups: readonly AnswerGroup[] = [
  ...answersOnTheLine,
  ...answersInErrors,
  ...answersInStates,
  ...answersInValues,
  ...answersInArchives,
  ...answersInIds,
];
