/** What names the work of a refused action names nothing: that it is refused is no fault. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/** What is blamed where an action with these data is refused, behind another one that brought a ticket, or was refused. */
function blamedWhere(isBrought: boolean, data: JsonObject): readonly string[] {
  const { history, story } = told({
    choices: {},
    tell: (one) => {
      const trace = one.create();
      const ticket = { actionKey: "weigh", data: { tcMark: "one", ticket: "T-63040", due: "2026-01-31" } };
      one.act(trace, ticket, isBrought ? {} : { refused: true, candidateFor: "action-gating" });
      one.act(trace, { actionKey: "sample", data: { tcMark: "two", ...data } }, { refused: true });
    },
  });
  return failuresIn(judgementsOf(history, story.choices)).map((text) => text.split(" ", 1)[0] ?? "");
}

test("a refusal of what names the ticket of a refused action is excused", () => {
  expect(blamedWhere(false, { ticket: "T-63040" })).toEqual([]);
  expect(blamedWhere(false, { lines: [{ ticket: "T-63040" }] })).toEqual([]);
});

test.each([
  ["the ticket is there", true, { ticket: "T-63040" }],
  ["it names another one", false, { ticket: "T-11111" }],
  ["it names none", false, { moisture: 15 }],
  ["it has the same day", false, { due: "2026-01-31" }],
])("not so where %s", (_, isBrought, data: JsonObject) => {
  expect(blamedWhere(isBrought, data)).toContain("REFUSE-03");
});
