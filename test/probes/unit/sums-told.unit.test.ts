/** Numbers of which a refusal tells what they make together. */
import { expect, test } from "vitest";
import { itemsSummedTo, summedTo } from "../../../probes/process/forms/told/sums-told.ts";

const amounts = (...places: string[]) =>
  Object.fromEntries(places.map((place) => [place, { value: 9.87, schema: {} }]));
const valuesFor = (places: readonly string[], told: string) =>
  summedTo(amounts(...places), told).map((all) => Object.values(all).map(({ value }) => value));

test.each([
  [
    "the numbers that are named",
    ["copper", "tin"],
    "copper and tin must add up to 100",
    [
      [9.87, 90.13],
      [50, 50],
    ],
  ],
  [
    "those within the member that is named, not to what they make now",
    ["budget.pay", "budget.travel"],
    "The budget must be 1000 to 5000 in total\ndata.budget: sums up to 19.74",
    [
      [9.87, 990.13],
      [500, 500],
      [9.87, 4990.13],
      [2500, 2500],
    ],
  ],
  [
    "the number of a list that has one item",
    ["criteria[0].weight"],
    "data.criteria: the weights must add up to 100, they add up to 9.87",
    [[100]],
  ],
  [
    "with what is left in the first",
    ["a.x", "a.y", "a.z"],
    "sum of a must be 100",
    [
      [9.87, 9.87, 80.26],
      [34, 33, 33],
    ],
  ],
])("change %s", (_, places, told, wanted) => {
  expect(valuesFor(places, told)).toEqual(wanted);
});

test.each([
  ["one number alone", ["tin"], "tin must make 100 in total"],
  ["numbers that are not named", ["iron", "zinc"], "copper and tin make 100"],
  ["a sum that is too high", ["copper", "tin"], "copper and tin make 19.74 together, more than 10"],
  ["no word of a sum", ["copper", "tin"], "copper and tin must be 100"],
])("do not change by %s", (_, places, told) => {
  expect(valuesFor(places, told)).toEqual([]);
});

test("items of a list are made to have the sum that is told, one alone and two together", () => {
  const sent = { hull: "N017", stages: [{ name: "keel", percent: 42 }], price: 100 };
  const told = "The percents of the stages must add up to 100, not 42";
  expect(itemsSummedTo(sent, told)).toEqual([{ ...sent, stages: [{ name: "keel", percent: 100 }] }]);
  const two = { ...sent, stages: [...sent.stages, { name: "deck", percent: 33 }, { name: "mast", percent: 7 }] };
  const [, ofTwo] = itemsSummedTo(two, "The percents of the stages must add up to 101, not 82");
  expect(ofTwo?.["stages"]).toEqual([
    { name: "keel", percent: 51 },
    { name: "deck", percent: 50 },
  ]);
  expect(itemsSummedTo(sent, "The percents of the parts must add up to 100")).toEqual([]);
  expect(itemsSummedTo(sent, "stages: too many, at most 100 in total")).toEqual([]);
});
