/** Files of actions whose data are kept from a reader may be refused to that reader, and to nobody else. */
import { expect, test } from "vitest";
import type { Choices } from "./support/choices.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/** What is blamed where the file of a sealed action is refused to the first user. */
function blamedWhere(choices: Partial<Choices>, sender: "first" | "user-0"): readonly string[] {
  const { history, story } = told({
    choices,
    tell: (one) => {
      const trace = one.create();
      const act = one.act(trace, { actionKey: "seal", files: ["bid"] }, { actor: sender });
      const file = one.fileOf(act);
      one.file(trace, file, { refused: true });
      one.files(trace, [file], { refused: true });
    },
  });
  return failuresIn(judgementsOf(history, story.choices)).map((text) => text.split(" ", 1)[0] ?? "");
}

const withholds = { withholds: { key: "seal", until: "close" } } as const;

test("they are kept from who did not send them", () => {
  expect(blamedWhere(withholds, "user-0")).toEqual([]);
});

test("they are lost where the sender is refused them, or where no data are kept", () => {
  for (const blamed of [blamedWhere(withholds, "first"), blamedWhere({}, "user-0")])
    expect(blamed).toEqual(expect.arrayContaining(["FILE-01", "FILES-03"]));
});
