/** Forms of which some members stay as they are. */
import { expect, test } from "vitest";
import { keptIn, withValuesKept } from "../../spec/data-schemas/kept-values.ts";
import { schemaOfExamples } from "../../driver/configuration/examples.ts";
import { followsSchema } from "../../spec/data-schemas/follows.ts";
import type { JsonObject } from "../../spec/json.ts";

const decision: JsonObject = schemaOfExamples([
  { ok: true, by: "somebody of the office" },
  { ok: false, remark: "fee missing", by: "another one" },
]);

test("a kept value goes with the members that it goes with in the examples", () => {
  const form = withValuesKept(decision, { with: { ok: false } });
  const refused = { ok: false, remark: "fee missing", by: "anybody at all" };
  expect(followsSchema(form, refused)).toBe(true);
  expect(followsSchema(form, { ok: true, by: "anybody at all" })).toBe(false);
  expect(followsSchema(form, { ok: false, by: "anybody at all" })).toBe(false);
});

test("of whole examples those with the kept values are left, whatever else its action named", () => {
  const listed = { type: "object", properties: { ticket: {}, grade: {} }, enum: [1, 2].map((grade) => ({ grade })) };
  const form = withValuesKept(listed, { with: { ticket: "T-9", grade: 2 } });
  expect(followsSchema(form, { grade: 2 })).toBe(true);
  expect(followsSchema(form, { grade: 1 })).toBe(false);
});

test("a member that is kept out is not there", () => {
  const form = withValuesKept(decision, { without: ["remark"] });
  expect(followsSchema(form, { ok: true, by: "anybody at all" })).toBe(true);
  expect(followsSchema(form, { ok: false, remark: "fee missing", by: "anybody at all" })).toBe(false);
});

test("what the form never allows changes nothing, and neither does nothing", () => {
  expect(withValuesKept(decision, { without: ["by"] })).toBe(decision);
  expect(withValuesKept(decision, { with: { other: 1 } })).toBe(decision);
  expect(withValuesKept(decision, { with: { ok: true, remark: "fee missing" } })).toBe(decision);
  expect(withValuesKept(decision, undefined)).toBe(decision);
  expect(withValuesKept(decision, {})).toBe(decision);
});

test("the same form is made once", () => {
  expect(withValuesKept(decision, { with: { ok: true } })).toBe(withValuesKept(decision, { with: { ok: true } }));
});

test("data with the members as they are kept", () => {
  expect(keptIn({ ok: true, by: "x" }, { with: { ok: false }, without: ["by"] })).toEqual({ ok: false });
});
