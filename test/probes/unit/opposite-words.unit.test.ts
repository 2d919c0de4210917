/** Words of decisions that usually stand beside one another. */
import { expect, test } from "vitest";
import { oppositeWords } from "../../../probes/process/forms/told/opposite-words.ts";

test.each([
  ["revise", "accept"],
  ["Approved", "Rejected"],
  ["YES", "NO"],
  ["abgelehnt", "genehmigt"],
  ["non_conforme", "conforme"],
])("beside %s stands %s", (word, other) => {
  expect(oppositeWords(word)).toContain(other);
});

test("of a word that decides nothing none is known", () => {
  expect(oppositeWords("museum")).toEqual([]);
});
