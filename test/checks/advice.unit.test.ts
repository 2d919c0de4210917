/** A state is told with what the configuration could say of it, where it could. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { data, last } from "./support/history-faults.ts";
import { judgementsOf, told } from "./support/kill.ts";

const { history, story } = told({
  choices: undefined,
  tell(one) {
    one.state(one.create({ members: { paid: 12, note: "late" } }));
  },
});

/** What is told of the last state, once its data are something else. */
function messages(change: (shown: JsonObject) => JsonObject): readonly string[] {
  const changed = last("state", data(change), "v2")(history);
  return judgementsOf(changed, story.choices).flatMap(({ requirement, outcome, message = "" }) =>
    requirement === "STATE-03" && outcome === "failed" ? [message] : [],
  );
}

test("a value that is shown otherwise may be computed", () => {
  expect(messages((shown) => ({ ...shown, note: "l***" }))).toEqual([
    expect.stringMatching(/at note; should the workflow compute such values, `openPoints\.state-data` can say so by/),
  ]);
});

test("a member that is not there is no value that was computed", () => {
  const without = ({ note: _, ...rest }: JsonObject): JsonObject => rest;
  expect(messages(without)).toEqual([expect.stringMatching(/at note$/)]);
});

test("a member that the suite adds is told as one", () => {
  const without = ({ tcMark: _, ...rest }: JsonObject): JsonObject => rest;
  expect(messages(without)).toEqual([expect.stringMatching(/at tcMark \(added by this suite\)$/)]);
});
