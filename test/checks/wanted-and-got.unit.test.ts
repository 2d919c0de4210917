/** What was wanted of a plain request and what was got are of one kind. */
import { expect, test } from "vitest";
import { document, last, payload, status } from "./support/history-faults.ts";
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

test("a workflow that is listed under another name is told with that name, and as what the configuration may have wrong", () => {
  const { history: lists, story: listing } = told({
    choices: undefined,
    tell(one) {
      one.workflows();
    },
  });
  const renamed = payload(
    (all) => (all as object[]).map((item) => ({ ...item, workflowName: "Procurement" })) as never,
  );
  const failed = judgementsOf(last("workflows", renamed, "v2")(lists), listing.choices).find(
    ({ requirement, outcome }) => requirement === "FLOW-03" && outcome === "failed",
  );
  expect(failed?.message).toMatch(
    /: it calls it "Procurement". Where that is its name, correct name in the configuration$/,
  );
});

test.each([
  [{}, "an object without members"],
  [{ data: [] }, 'an object of "data"'],
  [[], "an array of 0"],
])("an answer without the envelope is told as what it is: %j", (answer, told) => {
  const failed = judgementsOf(
    last(
      "state",
      document(() => answer),
      "v2",
    )(history),
    story.choices,
  );
  expect(failed).toContainEqual(
    expect.objectContaining({ requirement: "ENV-01", outcome: "failed", actual: told }) as unknown,
  );
});
