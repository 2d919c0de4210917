/** Forms whose numbers are kept at one end of what they may be. */
import { expect, test } from "vitest";
import { hasNumbers, withNumbersFrom } from "../../spec/data-schemas/narrowed.ts";
import { workflowsWithForms } from "../../spec/readings/forms.ts";
import type { JsonObject } from "../../spec/json.ts";

const form = (properties: JsonObject): JsonObject => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const pieces = form({ article: { type: "string" }, pieces: { type: "integer", minimum: 1, maximum: 40 } });
const numbersIn = (schema: JsonObject) => schema["properties"];

test("whole numbers near an end stay within what the form says", () => {
  const at = (minimum: number, maximum: number) => ({ pieces: { type: "integer", minimum, maximum } });
  expect(numbersIn(withNumbersFrom(pieces, "low"))).toMatchObject(at(1, 1));
  expect(numbersIn(withNumbersFrom(pieces, "high"))).toMatchObject(at(37, 40));
  expect(numbersIn(withNumbersFrom(pieces, "highest"))).toMatchObject(at(40, 40));
  expect(withNumbersFrom(pieces, "low")).toBe(withNumbersFrom(pieces, "low"));
});

test("numbers in objects and behind references are meant as well; bounds that are left out are usual ones", () => {
  const inside = form({ price: { $ref: "#/$defs/price" } });
  const schema = { ...form({ item: inside }), $defs: { price: { type: "number", exclusiveMinimum: 0 } } };
  const low = withNumbersFrom(schema, "low") as unknown as {
    properties: { item: { properties: { price: JsonObject } } };
  };
  const { price } = low.properties.item.properties;
  expect(price["minimum"]).toBeGreaterThan(0);
  expect(price["maximum"]).toBeLessThan(20_000);
  expect(price).not.toHaveProperty("exclusiveMinimum");
});

test.each([
  ["texts", { name: { type: "string" } }],
  ["a number of a list", { size: { type: "integer", enum: [1, 2] } }],
  ["one number alone", { size: { type: "integer", minimum: 3, maximum: 3 } }],
  ["multiples", { size: { type: "integer", multipleOf: 5 } }],
])("%s stay as they are", (_, properties: JsonObject) => {
  const schema = form(properties);
  expect(withNumbersFrom(schema, "low")).toBe(schema);
  expect(hasNumbers(schema)).toBe(false);
});

test("the needed members are those that may not be left out, and texts of any kind", () => {
  const edit: JsonObject = {
    type: "object",
    required: ["kind"],
    properties: {
      kind: { enum: ["news", "column"] },
      words: { type: "integer" },
      basedOn: { type: "string", format: "uuid" },
      slug: { type: "string", pattern: "^[a-z]{3}$" },
      short: { type: "string", maxLength: 5 },
      remark: { type: "string", maxLength: 80 },
    },
    additionalProperties: false,
  };
  const needed = withNumbersFrom(edit, "needed");
  expect(Object.keys(numbersIn(needed) as JsonObject)).toEqual(["kind", "remark"]);
  expect(withNumbersFrom(needed, "needed")).toBe(needed);
  const conditional = { ...edit, dependentRequired: { kind: ["words"] } };
  expect(withNumbersFrom(conditional, "needed")).toBe(conditional);
});

test("actions have the numbers that were observed", () => {
  const ship = { key: "ship", groupLabel: "all", creates: false, appends: true, dataSchema: pieces };
  const workflows = [{ id: "1", actions: [ship, { ...ship, key: "amend" }] }];
  const value = { gating: "free" as const, numbers: { "1": { ship: "highest" as const } } };
  const [seen] = workflowsWithForms(workflows, { readings: { "action-gating": { value, evidence: "" } } });
  expect(seen?.actions.map(({ dataSchema }) => dataSchema)).toEqual([withNumbersFrom(pieces, "highest"), pieces]);
});
