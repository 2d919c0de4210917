import { describe, expect, it } from "vitest";
import { schemaOfExamples } from "../../driver/configuration/examples.ts";

describe("the form that example data show", () => {
  it("lets vary what differs among the examples, and nothing else", () => {
    const order = (reference: string, amount: number) => ({
      reference,
      amount,
      currency: "EUR",
      lines: [{ sku: "A" }],
    });
    expect(schemaOfExamples([order("a-1", 10), order("b-22", 12.5)])).toEqual({
      type: "object",
      properties: {
        reference: { type: "string" },
        amount: { type: "number" },
        currency: { const: "EUR" },
        lines: { const: [{ sku: "A" }] },
      },
      required: ["reference", "amount", "currency", "lines"],
      additionalProperties: false,
    });
  });

  it("leaves out only what an example leaves out", () => {
    expect(schemaOfExamples([{ a: "x", b: 1 }, { a: "y" }])).toMatchObject({ required: ["a"] });
  });

  it("takes values of several types, flags and lists as they are", () => {
    expect(schemaOfExamples([{ v: 1 }, { v: "one" }])).toMatchObject({ properties: { v: { enum: [1, "one"] } } });
    expect(schemaOfExamples([{ v: true }, { v: false }, { v: true }])).toMatchObject({
      properties: { v: { enum: [true, false] } },
    });
  });

  it("looks into objects", () => {
    const city = (name: string) => ({ place: { name, land: "FR" } });
    expect(schemaOfExamples([city("Lyon"), city("Nice")])).toMatchObject({
      properties: { place: { properties: { name: { type: "string" }, land: { const: "FR" } } } },
    });
  });
});
