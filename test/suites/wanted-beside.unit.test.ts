/** Members that may be wanted beside a value of another: what the examples, or the schema, say of it. */
import { expect, test } from "vitest";
import { schemaOfExamples } from "../../driver/configuration/examples.ts";
import type { JsonObject } from "../../spec/json.ts";
import { wantedBeside } from "../../suites/scripts/support/refusals/wanted-beside.ts";

const common = { key: "hire", groupLabel: "hr", creates: true, appends: false };
const doc = { tcRun: "run", tcMark: "m~run~1" };
const wanted = (action: { readonly dataSchema: JsonObject; readonly examples?: readonly JsonObject[] }) =>
  wantedBeside({ ...common, ...action }, doc).map(({ member, data }) => ({ member, contract: data["contract"] }));
const ofExamples = (...examples: JsonObject[]) => wanted({ dataSchema: schemaOfExamples(examples), examples });
const [eva, tom] = ["Eva Berg of the north", "Tom Tal of the valley in the south"];

test("what every example with another choice lacks", () => {
  expect(ofExamples({ name: eva, contract: "permanent" }, { name: tom, contract: "fixed", end: "2025-05-31" })).toEqual(
    [{ member: "end", contract: "fixed" }],
  );
});

test("not what one with the same choices lacks, or what all have", () => {
  expect(ofExamples({ name: eva, contract: "fixed" }, { name: tom, contract: "fixed", end: "2025-05-31" })).toEqual([]);
  expect(ofExamples({ name: eva, contract: "fixed" }, { name: tom, contract: "permanent" })).toEqual([]);
});

test("what a schema wants beside a value", () => {
  const properties = { contract: { enum: ["fixed"] }, end: { type: "string", minLength: 3 }, note: { type: "string" } };
  const beside = { if: { properties: { contract: { const: "fixed" } } }, then: { required: ["end"] } };
  const schema = { type: "object", required: ["contract"], properties, additionalProperties: false };
  expect(wanted({ dataSchema: { ...schema, ...beside } }).map(({ member }) => member)).toEqual(["end"]);
  expect(wanted({ dataSchema: schema })).toEqual([]);
});
