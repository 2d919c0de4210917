/** What left the corpus, and what stayed in it unsent, is one line each, however much it is. */
import { expect, test } from "vitest";
import { keptText, removedText } from "../../suites/engine/saved/corpus.ts";

test("one script is named, several are counted", () => {
  const entries = [{ file: "/at/corpus/lab/a.json" }, { file: "/at/corpus/lab/b.json" }];
  expect(removedText(entries.slice(0, 1), "corpus/lab")).toBe(
    "a.json was removed from corpus/lab, because it no longer fails",
  );
  expect(removedText(entries, "corpus/lab")).toBe(
    "2 scripts were removed from corpus/lab, because they no longer fail",
  );
});

test("of several scripts that could not be sent the first one says why", () => {
  const [first, second] = [
    { file: "/at/corpus/lab/a.json", why: "the target has no workflow of that id" },
    { file: "/at/corpus/lab/b.json", why: "the target has no workflow of that id" },
  ];
  expect(keptText([first], "corpus/lab")).toBe("a.json stays in corpus/lab: the target has no workflow of that id");
  expect(keptText([first, second], "corpus/lab")).toBe(
    "a.json stays in corpus/lab: the target has no workflow of that id. 1 more stay there, for this or like reasons; " +
      "delete them where the target is another one by now",
  );
});
