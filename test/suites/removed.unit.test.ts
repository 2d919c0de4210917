/** What left the corpus is one line, however much it is. */
import { expect, test } from "vitest";
import { removedText } from "../../suites/engine/saved/corpus.ts";

test("one script is named, several are counted", () => {
  const entries = [{ file: "/at/corpus/lab/a.json" }, { file: "/at/corpus/lab/b.json" }];
  expect(removedText(entries.slice(0, 1), "corpus/lab")).toBe(
    "a.json was removed from corpus/lab, because it no longer fails",
  );
  expect(removedText(entries, "corpus/lab")).toBe(
    "2 scripts were removed from corpus/lab, because they no longer fail",
  );
});
