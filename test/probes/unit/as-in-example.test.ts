/** Data as an example has them, with texts and codes of their own. */
import { expect, test } from "vitest";
import { schemaOfExamples } from "../../../driver/configuration/examples.ts";
import { asInExample } from "../../../probes/process/forms/as-in-example.ts";
import { actionData, fitting } from "../../../probes/fixture/fixture-data.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

const bidding = (...examples: readonly JsonObject[]): ActionDescription => ({
  ...{ key: "bid", groupLabel: "suppliers", creates: false, appends: true, examples },
  dataSchema: schemaOfExamples(examples),
});
const drawnFor = (action: ActionDescription) => fitting(action, actionData("20270131-3f9k2c", "walk", 1));

test("numbers and dates are those of one example, and the text that marks the data is their own", () => {
  const action = bidding(
    { remark: "With scaffolding", price: 99_000.5, until: "2026-09-01" },
    { remark: "Without", price: 130_000, until: "2026-10-01" },
  );
  const drawn = drawnFor(action);
  expect(drawn.markerAt).toEqual(["remark"]);
  for (const [number, price, until] of [
    [0, 99_000.5, "2026-09-01"],
    [3, 130_000, "2026-10-01"],
  ] as const)
    expect(asInExample(action, drawn, number)).toEqual({
      data: { remark: drawn.data["remark"], price, until },
      markerAt: ["remark"],
    });
});

test("codes are drawn, as one may come only once", () => {
  const action = bidding({ receipt: "R-1001", amount: 10 }, { receipt: "R-1002", amount: 20 });
  const drawn = drawnFor(action);
  expect(asInExample(action, drawn, 1)?.data).toEqual({ receipt: drawn.data["receipt"], amount: 20 });
});

test("there is none without examples, and none where the text that marks the data is not in the example", () => {
  const free = { ...bidding(), examples: [], dataSchema: { type: "object" } };
  expect(asInExample(free, drawnFor(free), 1)).toBeUndefined();
  const action = bidding({ kind: 1, remark: "Some words" }, { kind: 2, remark: "Other words" }, { kind: 3 });
  expect(asInExample(action, drawnFor(action), 2)).toBeUndefined();
});
