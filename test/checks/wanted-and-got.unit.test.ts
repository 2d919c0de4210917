/** What was wanted of a plain request and what was got are of one kind. */
import { expect, test } from "vitest";
import { document, last, status } from "./support/history-faults.ts";
import { judgementsOf, told } from "./support/kill.ts";

const { history, story } = told({
  choices: undefined,
  tell(one) {
    one.state(one.create());
  },
});
type Change = Parameters<typeof last>[1];
const refused = (change: Change): unknown[] => {
  const judgements = judgementsOf(last("state", change, "v2")(history), story.choices);
  return judgements
    .filter(({ requirement, outcome }) => requirement === "REFUSE-03" && outcome === "failed")
    .map(({ expected, actual }) => [expected, actual]);
};

test("both are statuses", () => {
  expect(refused(status(404))).toEqual([["status 200", "status 404"]]);
});

test("where the status is right, both say what it brought", () => {
  expect(refused(document(() => ({ error: "no", data: null })))).toEqual([
    ["status 200 with a success", 'status 200 with {"error":"no","data":null}'],
  ]);
});
