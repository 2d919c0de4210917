/** Numbers of examples that hang together are varied no further than that they still do. */
import { describe, expect, it } from "vitest";
import { rangesOf } from "../../driver/configuration/example-numbers.ts";
import { schemaOfExamples } from "../../driver/configuration/examples.ts";
import { schemaWithin } from "../../driver/configuration/examples-within.ts";
import { fitData } from "../../generators/index.ts";
import type { JsonObject } from "../../spec/json.ts";

const drawnOf = (schema: JsonObject): readonly JsonObject[] =>
  Array.from({ length: 40 }, (_, number) => {
    const action = { key: "open", groupLabel: "all", creates: true, appends: false, dataSchema: schema };
    return fitData(action, { data: { tcRun: "20270131-3f9k2c", tcMark: `m${String(number)}`, number } }).data;
  });

describe("numbers of examples", () => {
  it("lie between those of the examples where none is always below another", () => {
    expect(
      rangesOf([
        [1, 9],
        [5, 2],
      ]),
    ).toEqual([
      { minimum: 1, maximum: 9 },
      { minimum: 2, maximum: 5 },
    ]);
  });

  it("stay below another where they are in each example", () => {
    const trips = [
      { note: "One trip", from: 120, to: 480 },
      { note: "Another trip", from: 300, to: 310 },
    ];
    for (const schema of [schemaOfExamples(trips), schemaWithin(tripSchema, trips)]) {
      const drawn = drawnOf(schema);
      expect(drawn.every(({ from, to }) => Number(from) < Number(to))).toBe(true);
      expect(new Set(drawn.map(({ from }) => from)).size).toBeGreaterThan(2);
    }
  });

  it("stand as in one example where they follow from others, or leave no room between them", () => {
    const bills = [
      { note: "One bill", net: 100, tax: 20, gross: 120 },
      { note: "Another bill", net: 41.5, tax: 8.3, gross: 49.8 },
    ];
    const drawn = drawnOf(schemaOfExamples(bills));
    expect(drawn.every(({ net, tax, gross }) => Math.abs(Number(net) + Number(tax) - Number(gross)) < 0.01)).toBe(true);
    expect(new Set(drawn.map(({ gross }) => gross))).toEqual(new Set([120, 49.8]));
    expect(
      rangesOf([
        [2, 7],
        [3, 5],
        [6, 35],
      ]),
    ).toEqual([undefined, undefined, undefined]);
    expect(
      rangesOf([
        [1, 1.2],
        [1.1, 1.3],
      ]),
    ).toEqual([undefined, undefined]);
  });

  it("are the same in two members where the examples have them so", () => {
    expect(
      rangesOf([
        [4, 9],
        [4, 9],
      ]),
    ).toEqual([undefined, undefined]);
  });
});

const tripSchema: JsonObject = {
  type: "object",
  required: ["note", "from", "to"],
  properties: {
    note: { type: "string", maxLength: 200 },
    from: { type: "integer", minimum: 0 },
    to: { type: "integer", minimum: 0 },
  },
};
