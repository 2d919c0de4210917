/** What an answer says: alike while it is in memory and after it was saved. */
import { expect, test } from "vitest";
import { answerWords } from "../../spec/readings/answer-words.ts";

const body = (text: string) => new TextEncoder().encode(text);

test("the document, else the text, of which the beginning is enough", () => {
  expect(answerWords({ json: { value: { code: "006" } }, body: body('{"code":"006"}') })).toEqual({ code: "006" });
  expect(answerWords({ body: body(" not now\n") })).toBe("not now");
  expect(answerWords({ body: body("a".repeat(9_000)) })).toHaveLength(4_000);
});

test("nothing where nothing was said, or where no saved history has it", () => {
  expect(answerWords(undefined)).toBeNull();
  expect(answerWords({ body: body(" ") })).toBeNull();
  expect(answerWords({ body: body("a".repeat(70_000)) })).toBeNull();
  expect(answerWords({ body: body("not now"), withheld: true })).toBeNull();
});
