/** Readings that are told as a sentence. */
import { expect, test } from "vitest";
import { readingSentence } from "../../reports/index.ts";

test("of the inputs that a target accepts the number is told, and those refused by name", () => {
  const accepted = Array.from({ length: 289 }, (_, at) => `data.${at}`);
  expect(readingSentence("input-features", { accepted, refused: ["data.nul", "file.empty"], mostFiles: 3 })).toBe(
    "289 accepted; refused: data.nul, file.empty; mostFiles: 3",
  );
  expect(readingSentence("input-features", { accepted, refused: [] })).toBe("289 accepted; refused: none");
  expect(readingSentence("link-order", { order: "oldest-first" })).toBeUndefined();
});
