/** Numbers that stay as they were taken, because some of them must fit each other. */
import { expect, test } from "vitest";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import { withAnotherNumber, withNumbersKept } from "../../spec/data-schemas/numbers-kept.ts";

const number = { type: "integer", minimum: 1, maximum: 12 };
const schema = {
  type: "object",
  properties: {
    lots: { type: "array", items: { type: "object", properties: { units: number, lot: { type: "string" } } } },
    units: number,
    share: { type: "object", properties: { percent: { type: "number" } } },
  },
};
const data = { lots: [{ units: 12, lot: "A" }], units: 12, share: { percent: 4 } };

test("all numbers are as in the data, and nothing else", () => {
  const kept = withNumbersKept(schema, data);
  expect(followsSchema(kept, { ...data, lots: [{ units: 12, lot: "B" }] })).toBe(true);
  for (const other of [{ units: 11 }, { lots: [{ units: 11, lot: "A" }] }, { share: { percent: 5 } }])
    expect(followsSchema(kept, { ...data, ...other })).toBe(false);
});

test("one number of several is another one within its bounds", () => {
  expect(withAnotherNumber(schema, data)).toEqual({ ...data, lots: [{ units: 11, lot: "A" }] });
  const low = { ...data, lots: [{ units: 1, lot: "A" }] };
  expect(withAnotherNumber(schema, low)).toEqual({ ...data, lots: [{ units: 2, lot: "A" }] });
  expect(withAnotherNumber({ type: "object", properties: { units: number } }, { units: 3 })).toBeUndefined();
  const one = { type: "object", properties: { units: { const: 3 }, lots: number } };
  expect(withAnotherNumber(one, { units: 3, lots: 3 })).toEqual({ units: 3, lots: 2 });
  const none = { type: "object", properties: { units: { const: 3 }, lots: { const: 3 } } };
  expect(withAnotherNumber(none, { units: 3, lots: 3 })).toBeUndefined();
});
