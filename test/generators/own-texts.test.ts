/** Texts that each creation must have of its own. */
import { expect, test } from "vitest";
import { fitData, ownTextsIn, withMarker, withOwnTexts } from "../../generators/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";

const text = { type: "string" };
const action: ActionDescription = {
  key: "open",
  groupLabel: "store",
  creates: true,
  appends: false,
  ownTexts: true,
  dataSchema: {
    type: "object",
    required: ["serial", "fault", "bought", "minutes", "customer"],
    properties: {
      serial: { type: "string", pattern: "^[A-Z]{2}[0-9]{8}$" },
      fault: { type: "string", enum: ["noise", "battery"] },
      bought: { type: "string", format: "date" },
      minutes: { type: "integer", minimum: 1, maximum: 500 },
      customer: { type: "object", required: ["name"], properties: { name: text }, additionalProperties: false },
    },
    additionalProperties: false,
  },
};
const serialOnly = (pattern: string) => ({ serial: { type: "string", pattern } });
const of = (place: string, described = action) =>
  fitData(described, { data: withMarker({}, { run: "20270131-3f9k2c", marker: place }) }).data;

test("are others for each marker, and all else is the same", () => {
  const [one, other] = [of("one"), of("other")];
  expect(one["serial"]).toMatch(/^[A-Z]{2}\d{8}$/);
  expect(one["serial"]).not.toBe(other["serial"]);
  expect({ ...one, serial: "", customer: {} }).toEqual({ ...other, serial: "", customer: {} });
  expect(of("one")).toEqual(one);
});

test("are others in lists as well, whichever of several shapes a list has", () => {
  const code = (pattern: string): JsonObject => ({
    type: "object",
    required: ["kind", "no"],
    properties: { kind: { const: "hotel" }, no: { type: "string", pattern } },
  });
  const list = (...items: readonly JsonObject[]): JsonObject => ({
    ...{ type: "array", prefixItems: items, items: false, minItems: items.length },
  });
  const lines = { anyOf: [list(code("^A[0-9]{6}$"), code("^B[0-9]{6}$")), list(code("^C[0-9]{6}$"))] };
  const listed: ActionDescription = {
    ...action,
    dataSchema: {
      ...{ type: "object", required: ["lines", "note"], additionalProperties: false },
      properties: { lines, note: { type: "string", maxLength: 80 } },
    },
  };
  const [one, other] = [of("one", listed), of("other", listed)];
  const numbers = (data: JsonObject) => ownTextsIn(listed, data, ["note"]);
  expect(numbers(one).length).toBeGreaterThan(0);
  expect(numbers(other)).toHaveLength(numbers(one).length);
  expect(numbers(one).filter((text) => numbers(other).includes(text))).toEqual([]);
  expect(numbers(one).filter((text) => !/^[ABC]\d{6}$/.test(text))).toEqual([]);
  const { ownTexts: _, ...plain } = listed;
  expect(of("one", plain)["lines"]).toEqual(of("other", plain)["lines"]);
});

test("are none that somebody else has, where a pattern has room for few", () => {
  const schema = { ...action.dataSchema, properties: { ...serialOnly("^[AB][0-9]$") }, required: ["serial"] };
  const few: ActionDescription = { ...action, dataSchema: schema };
  const given = new Set<string>();
  for (let number = 0; number < 15; number += 1) {
    const data = withOwnTexts(few, { serial: "A0" }, undefined, String(number), (text) => given.has(text));
    const [serial = ""] = ownTextsIn(few, data, undefined);
    expect(given.has(serial)).toBe(false);
    given.add(serial);
  }
});

test("are given to data as well that do not follow the form for another reason", () => {
  const data: JsonObject = { ...of("one"), minutes: 900 };
  expect(withOwnTexts(action, data, undefined, "other")["serial"]).not.toBe(data["serial"]);
});

test("are the same for all where nothing asks for them", () => {
  const { ownTexts: _, ...plain } = action;
  expect(of("one", plain)["serial"]).toBe(of("other", plain)["serial"]);
});
