/** A list of what is inside an archive is no file that somebody attached; any other entry that was not asked for is. */
import { expect, test } from "vitest";
import { zipAnswer } from "./support/answers.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

function blamedWith(listsOthers: boolean): readonly string[] {
  const { history, story } = told({
    choices: undefined,
    tell: (one) => {
      const trace = one.create({ files: ["own"] });
      one.files(trace, [one.fileOf(trace)]);
    },
  });
  const exchanges = history.exchanges.map((exchange) => {
    const entries = exchange.response?.zip?.entries;
    if (!entries) return exchange;
    const list = { name: "MANIFEST", size: 9, sha256: "0".repeat(64), directory: false };
    return { ...exchange, response: zipAnswer([...entries, listsOthers ? { ...list, listsOthers } : list]) };
  });
  return failuresIn(judgementsOf({ ...history, exchanges }, story.choices)).map((text) => text.split(" ", 1)[0] ?? "");
}

test("a list of contents may come with the files", () => {
  expect(blamedWith(true)).toEqual([]);
});

test("another entry may not", () => {
  expect(blamedWith(false)).toContain("FILES-04");
});
