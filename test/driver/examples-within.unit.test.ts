/** Examples beside a schema: they say what is sent, and the schema how far it may be varied. */
import { expect, test } from "vitest";
import { schemaWithin } from "../../driver/configuration/examples-within.ts";
import { fitData } from "../../generators/index.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../spec/json.ts";

const schema: JsonObject = {
  type: "object",
  required: ["vessel", "lossDate", "amount"],
  properties: {
    vessel: { type: "string", minLength: 2, maxLength: 24 },
    lossDate: { type: "string", format: "date" },
    amount: { type: "number", minimum: 0, maximum: 1_000_000, multipleOf: 0.5 },
    cause: { enum: ["theft", "wetting"] },
    remark: { type: "string" },
  },
  additionalProperties: false,
};
const [first, second] = [
  { vessel: "Anna", lossDate: "2026-02-03", amount: 100, cause: "theft" },
  { vessel: "Berta", lossDate: "2026-03-04", amount: 200 },
];

const drawn = (dataSchema: JsonObject): readonly JsonObject[] =>
  Array.from({ length: 40 }, (_, number) => {
    const action = { key: "notify", groupLabel: "all", creates: true, appends: false, dataSchema };
    return fitData(action, { data: { tcRun: "20270131-3f9k2c", tcMark: `m~3f9k2c~${String(number)}`, number } }).data;
  });

test("what is drawn follows the schema, and is no bolder than the examples", () => {
  const form = schemaWithin(schema, [first, second]);
  for (const data of drawn(form)) {
    expect(followsSchema(schema, data)).toBe(true);
    expect(["2026-02-03", "2026-03-04"]).toContain(data["lossDate"]);
    expect(Object.hasOwn(data, "cause")).toBe(data["lossDate"] === "2026-02-03");
    expect(data["amount"]).toBeGreaterThanOrEqual(100);
    expect(data["amount"]).toBeLessThanOrEqual(200);
    expect(data).not.toHaveProperty("remark");
  }
});

test("of one example alone the texts are varied that the schema lets be any", () => {
  const form = schemaWithin(schema, [second]);
  const all = drawn(form);
  expect(all.every((data) => followsSchema(schema, data) && data["lossDate"] === "2026-03-04")).toBe(true);
  expect(new Set(all.map(({ vessel }) => vessel)).size).toBe(40);
});

test("an example that does not follow the schema is an error of the configuration", () => {
  expect(() => schemaWithin(schema, [second, { ...first, cause: "fire" }])).toThrow("`examples` number 2");
});
