/** A file that is not given out is told with the trace that its bytes were attached to before, where that may explain it. */
import { expect, test } from "vitest";
import { status } from "./support/history-faults.ts";
import { judgementsOf, told } from "./support/kill.ts";

function messages(texts: readonly [string, string], isOtherServed: boolean): string[] {
  const { history, story } = told({
    choices: undefined,
    tell(one) {
      const first = one.create({ files: [texts[0], "of its own"] });
      const second = one.create({ files: [texts[1]] });
      one.file(first, one.fileOf(first, 1));
      one.file(second, one.fileOf(second));
    },
  });
  const last = history.exchanges.length - 1;
  const exchanges = history.exchanges.map((one) =>
    one.intent.kind === "file" && (one.index === last || !isOtherServed) ? status(404)(one) : one,
  );
  return judgementsOf({ ...history, exchanges }, story.choices)
    .filter(({ requirement, outcome, exchanges: [index] }) => {
      return requirement === "REFUSE-03" && outcome === "failed" && index === last;
    })
    .map(({ message = "" }) => message);
}

test("the same bytes on another trace are told, with their exchange", () => {
  expect(messages(["alike", "alike"], true)).toEqual([
    expect.stringMatching(/status 404; the same bytes were attached to another trace before \(exchange 0\)/),
  ]);
});

test.each([
  ["other bytes", ["one", "other"], true],
  ["no file is given out at all", ["alike", "alike"], false],
] as const)("nothing is told where it explains nothing: %s", (_, texts, isOtherServed) => {
  expect(messages(texts, isOtherServed)).toEqual([expect.stringMatching(/status 404$/)]);
});
