/** Which sequences of actions that were taken stand in a reading. */
import { expect, test } from "vitest";
import { mostTelling } from "../../../probes/process/learnt/most-telling.ts";

test("the beginning of another sequence is left out", () => {
  expect(
    mostTelling([
      ["open", "note", "close"],
      ["open", "note"],
      ["open", "close"],
    ]),
  ).toEqual([
    ["open", "note", "close"],
    ["open", "close"],
  ]);
});

test("of very many those are kept that have turns of their own, however short they are", () => {
  const long = Array.from({ length: 40 }, (_, length) => ["open", ...Array<string>(length + 1).fill("note"), "close"]);
  const kept = mostTelling([...long.toReversed(), ["open", "withdraw"]]);
  expect(kept).toHaveLength(20);
  expect(kept).toContainEqual(["open", "withdraw"]);
  expect(kept[0]).toEqual(long.at(-1));
});
