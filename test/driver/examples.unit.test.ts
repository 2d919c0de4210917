import { describe, expect, it } from "vitest";
import { schemaOfExamples } from "../../driver/configuration/examples.ts";
import { fitData } from "../../generators/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";

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
        reference: { type: "string", minLength: 3, maxLength: 28 },
        amount: { type: "number", minimum: 10, maximum: 12.5 },
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

  it("has together what is together in an example: a member may be wanted with a value of another alone", () => {
    const works: readonly JsonObject[] = [
      { street: "Quay 4", night: false, lorries: 2 },
      { street: "Mill Lane", night: true, decibels: 52, lorries: 5 },
      { street: "Hill Street", night: true, decibels: 40, lorries: 3 },
    ];
    const schema = schemaOfExamples(works);
    const follows = (data: JsonObject): boolean => followsSchema(schema, data);
    expect(follows({ street: "Another", night: true, decibels: 45, lorries: 4 })).toBe(true);
    expect(follows({ street: "Another", night: false, lorries: 5 })).toBe(true);
    expect(follows({ street: "Another", night: true, lorries: 4 })).toBe(false);
    expect(follows({ street: "Another", night: false, decibels: 45, lorries: 4 })).toBe(false);
    const action = { key: "apply", groupLabel: "all", creates: true, appends: false, dataSchema: schema };
    for (let number = 0; number < 40; number += 1) {
      const { data, markerAt } = fitData(action, { data: { tcRun: "20270131-3f9k2c", tcMark: "m", number } });
      expect(follows(data)).toBe(true);
      expect(markerAt).toEqual(["street"]);
    }
  });

  it("keeps numbers near those beside the same members, where nothing else tells which members there are", () => {
    const schema = schemaOfExamples([
      { lot: 1, amount: 48_250 },
      { lot: 2, amount: 61_000 },
      { lot: 1, amount: 120_000, bond: "BND004711" },
    ]);
    expect(followsSchema(schema, { lot: 2, amount: 50_000 })).toBe(true);
    expect(followsSchema(schema, { lot: 1, amount: 120_000, bond: "BND004711" })).toBe(true);
    expect(followsSchema(schema, { lot: 1, amount: 119_000 })).toBe(false);
    expect(followsSchema(schema, { lot: 1, amount: 50_000, bond: "BND004711" })).toBe(false);
  });

  it("chooses words together as an example does", () => {
    const schema = schemaOfExamples([
      { note: "One text", kind: "sea", port: "Oslo" },
      { note: "Another text", kind: "air", port: "Bergen" },
    ]);
    expect(followsSchema(schema, { note: "A third text", kind: "air", port: "Bergen" })).toBe(true);
    expect(followsSchema(schema, { note: "A third text", kind: "air", port: "Oslo" })).toBe(false);
  });

  it("marks data by a text that only some examples have, and then keeps to those", () => {
    const schema = schemaOfExamples([
      { kind: 1, remark: "Some words" },
      { kind: 2, remark: "Other words" },
      { kind: 3 },
    ]);
    const action = { key: "note", groupLabel: "all", creates: true, appends: false, dataSchema: schema };
    for (let number = 0; number < 20; number += 1) {
      const { data, markerAt } = fitData(action, { data: { tcRun: "20270131-3f9k2c", tcMark: "m", number } });
      expect([followsSchema(schema, data), markerAt]).toEqual([true, ["remark"]]);
    }
  });

  it("takes values of several types, flags and lists as they are", () => {
    expect(schemaOfExamples([{ v: 1 }, { v: "one" }])).toMatchObject({ properties: { v: { enum: [1, "one"] } } });
    expect(schemaOfExamples([{ v: true }, { v: false }, { v: true }])).toMatchObject({
      properties: { v: { enum: [true, false] } },
    });
  });

  it("keeps words that may be of a list, where another text can be varied", () => {
    const ticket = (subject: string, severity: string) => ({ subject, severity });
    expect(schemaOfExamples([ticket("Lamp is broken", "low"), ticket("No heating", "high")])).toMatchObject({
      properties: { subject: { type: "string" }, severity: { enum: ["low", "high"] } },
    });
    expect(schemaOfExamples([{ severity: "low" }, { severity: "high" }])).toMatchObject({
      properties: { severity: { type: "string" } },
    });
  });

  it("keeps codes as they stand, where another text can be varied, and their shape where none can", () => {
    const parked = (plate: string, keeper: string) => ({ plate, keeper });
    expect(schemaOfExamples([parked("NW-482-KL", "A. Sand"), parked("SG-007-BB", "B. Moor")])).toMatchObject({
      properties: { plate: { enum: ["NW-482-KL", "SG-007-BB"] }, keeper: { type: "string", maxLength: 28 } },
    });
    const shaped = schemaOfExamples([{ receipt: "R/22.91+a" }, { receipt: "S/00.07+z" }]);
    expect(shaped).toMatchObject({
      properties: { receipt: { pattern: "^[A-Z]\\/\\d\\d\\.\\d\\d\\+[a-z]$" } },
    });
    expect(followsSchema(shaped, { receipt: "K/12.34+b" })).toBe(true);
    expect(followsSchema(shaped, { receipt: "K/12x34+b" })).toBe(false);
    // A letter that all of them have may be the only one that is taken.
    expect(schemaOfExamples([{ yard: "Y4" }, { yard: "Y1" }])).toMatchObject({
      properties: { yard: { pattern: "^Y\\d$" } },
    });
  });

  it("knows dates, times of day and addresses of mail by their form", () => {
    const valueOf = (...examples: readonly string[]) =>
      schemaOfExamples(examples.map((value) => ({ value })))["properties"];
    expect(valueOf("2026-03-14", "2026-11-02")).toMatchObject({ value: { format: "date" } });
    expect(valueOf("ann@a.example", "robert@bc.example")).toMatchObject({ value: { format: "email" } });
    expect(valueOf("06:45", "23:10")).toMatchObject({ value: { pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" } });
    // Of other texts nothing is kept but how long they are.
    expect(valueOf("a-1", "b-22")).toEqual({ value: { type: "string", minLength: 3, maxLength: 28 } });
    expect(valueOf("Room 101", "Room 202")).toEqual({ value: { type: "string", minLength: 8, maxLength: 28 } });
  });

  it("keeps codes that differ in how many digits they have, where another text can be varied", () => {
    const plan = (code: string, name: string) => ({ code, name });
    expect(schemaOfExamples([plan("plan-50", "Ann Lee"), plan("plan-100", "Jo")])["properties"]).toMatchObject({
      code: { enum: ["plan-50", "plan-100"] },
      name: { type: "string" },
    });
  });

  it("keeps whole numbers whole, and long texts long", () => {
    expect(
      schemaOfExamples([
        { n: 3, t: "a".repeat(90) },
        { n: 1, t: "" },
      ]),
    ).toMatchObject({
      properties: { n: { type: "integer", minimum: 1, maximum: 3 }, t: { minLength: 0, maxLength: 180 } },
    });
  });

  it("keeps dates between those of the examples, one before another where it always is", () => {
    const rent = (from: string, to: string) => ({ from, to });
    const schema = schemaOfExamples([rent("2026-05-01", "2026-05-20"), rent("2026-06-01", "2026-07-01")]);
    expect(schema["properties"]).toEqual({
      from: { type: "string", format: "date", formatMinimum: "2026-05-01", formatMaximum: "2026-05-26" },
      to: { type: "string", format: "date", formatMinimum: "2026-05-26", formatMaximum: "2026-07-01" },
    });
    expect(followsSchema(schema, rent("2026-05-02", "2026-06-30"))).toBe(true);
    expect(followsSchema(schema, rent("2026-06-02", "2026-06-30"))).toBe(false);
    const action = { key: "rent", groupLabel: "all", creates: true, appends: false, dataSchema: schema };
    for (let number = 0; number < 20; number += 1)
      expect(followsSchema(schema, fitData(action, { data: { number } }).data)).toBe(true);
  });

  it("keeps times between those of the examples, and as they are where they are of another form", () => {
    const at = (time: string) => ({ at: time });
    expect(schemaOfExamples([at("2026-05-01T08:00:00Z"), at("2026-05-03T09:00:00Z")])).toMatchObject({
      properties: { at: { formatMinimum: "2026-05-01T08:00:00Z", formatMaximum: "2026-05-03T09:00:00Z" } },
    });
    const minutes = ["2026-05-01T08:00", "2026-05-02T09:30"];
    expect(schemaOfExamples(minutes.map(at))).toMatchObject({ properties: { at: { enum: minutes } } });
  });

  it("takes units for words of a list", () => {
    const measured = (unit: string, remark: string) => ({ unit, remark });
    expect(schemaOfExamples([measured("mmol/l", "One"), measured("mg/dl", "Two words")])).toMatchObject({
      properties: { unit: { enum: ["mmol/l", "mg/dl"] } },
    });
  });

  it("takes one character or two for a value of a list, digits too, where there is another code to vary", () => {
    const graded = (grade: string, ticket: string) => ({ grade, ticket });
    const { properties } = schemaOfExamples([graded("1", "T-50112"), graded("3", "T-50113")]);
    expect(properties).toMatchObject({ grade: { enum: ["1", "3"] }, ticket: { type: "string" } });
  });

  it("looks into objects", () => {
    const city = (name: string) => ({ place: { name, land: "FR" } });
    expect(schemaOfExamples([city("Lyon"), city("Nice")])).toMatchObject({
      properties: { place: { properties: { name: { type: "string" }, land: { const: "FR" } } } },
    });
  });
});
