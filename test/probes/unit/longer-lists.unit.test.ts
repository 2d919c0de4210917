/** Lists of a form that was found with one item in each. */
import { expect, test } from "vitest";
import { longerLists, withLongerLists } from "../../../probes/process/forms/longer-lists.ts";
import { followsSchema } from "../../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../../spec/json.ts";

const one = (items: JsonObject): JsonObject => ({ type: "array", items, minItems: 1, maxItems: 1 });
const formOf = (properties: JsonObject): JsonObject => ({ type: "object", properties, additionalProperties: false });
const line = { type: "object", properties: { part: { enum: ["door", "wheel"] }, note: { type: "string" } } };
const lines = formOf({ lines: one(line) });
const sent = (...parts: readonly string[]): JsonObject => ({ lines: parts.map((part) => ({ part, note: "new" })) });

test("items that are alike are tried first, as many of them as are sent at most from then on", async () => {
  const form = await withLongerLists(lines, (trial) =>
    Promise.resolve(followsSchema(trial, sent(...Array<string>(3).fill("door")))),
  );
  expect([sent("door"), sent("wheel", "wheel")].every((data) => followsSchema(form, data))).toBe(true);
  expect(followsSchema(form, sent("door", "wheel", "door", "wheel"))).toBe(false);
});

test("where what is alike is refused, each item has other values of its choice", async () => {
  const trials: JsonObject[] = [];
  const form = await withLongerLists(lines, (trial) => Promise.resolve(trials.push(trial) === 2));
  expect(trials.map((trial) => followsSchema(trial, sent("door", "wheel")))).toEqual([false, true]);
  expect([sent("door", "wheel"), sent("door", "door")].map((data) => followsSchema(form, data))).toEqual([true, false]);
});

test("the form stays where longer lists are refused, or where it has none", async () => {
  expect(await withLongerLists(lines, () => Promise.resolve(false))).toBe(lines);
  const others: readonly JsonObject[] = [
    { count: { type: "integer" } },
    { ids: one({ const: "A-1" }) },
    { tags: { ...one({}), maxItems: 4 } },
  ];
  expect(others.flatMap((properties) => longerLists(formOf(properties)))).toEqual([]);
});

test("lists within members, and within the items of lists", () => {
  const inner = formOf({ order: formOf({ lines: one(formOf({ codes: one({ type: "string" }) })) }) });
  const [longer] = longerLists(inner);
  const codes = ["a", "b"];
  expect(followsSchema(longer?.form ?? {}, { order: { lines: [{ codes }, { codes }] } })).toBe(true);
});

test("lists of the ways that a form has, each of which is tried with one", () => {
  const conditions: JsonObject = { const: ["Text"] };
  const ways: JsonObject[] = [
    { properties: { verdict: { const: "no" }, conditions: false } },
    { properties: { verdict: { const: "yes" }, conditions }, required: ["conditions"] },
  ];
  const [longer] = longerLists({ ...formOf({ verdict: { enum: ["no", "yes"] }, conditions }), anyOf: ways });
  const [no, yes] = [{ verdict: "no" }, { verdict: "yes", conditions: ["Text", "Other", "More"] }];
  const taken = (form: JsonObject = {}) => [no, yes].map((data) => followsSchema(form, data));
  expect([taken(longer?.trial), taken(longer?.form)]).toEqual([
    [false, true],
    [true, true],
  ]);
});
