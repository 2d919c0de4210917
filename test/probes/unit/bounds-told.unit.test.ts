/** Bounds of numbers as refusals tell them, which a form takes over where the number that was sent is beyond them. */
import { expect, test } from "vitest";
import { withBoundsTold, withLengthsTold } from "../../../probes/process/forms/told/bounds-told.ts";
import { NumbersTaken } from "../../../probes/process/forms/numbers-taken.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

const number = { type: "integer", minimum: 1, maximum: 12 };
const form = { type: "object", properties: { size: number, kg: number } };
const boundsIn = (message: string, data: JsonObject, told: JsonObject = form, taken = new NumbersTaken()) => {
  const value = { error: { message } };
  const refused = { intent: { kind: "act", data }, response: { status: 400, headers: {}, json: { value } } };
  return withBoundsTold(told, refused as unknown as Exchange, (name) => taken.of("a", name))?.["properties"];
};

test.each<[string, number, readonly [number, number]]>([
  ["size must not be less than 5", 2, [5, 16]],
  ["size must be >= 5", 2, [5, 16]],
  ["size must be greater than 5", 2, [6, 17]],
  ["size: minimum is 20, maximum is 25", 9, [20, 25]],
  ["size must not exceed 3; kg must be at least 4", 7, [1, 3]],
  ["size must be less than 4", 9, [1, 3]],
  ["size must be > 4.5", 2, [5, 16]],
  ["size must not be greater than or equal to 10", 12, [1, 9]],
  ["size must be less than or equal to 10", 12, [1, 10]],
  ["size must not be less than or equal to 10", 4, [11, 22]],
  ["size cannot be less than 5", 2, [5, 16]],
  ["size cannot exceed 3", 9, [1, 3]],
  ["size 9 exceeds the maximum of 3", 9, [1, 3]],
  ["size is below minimum 5", 2, [5, 16]],
  ["size is greater than the max 3", 9, [1, 3]],
  ["size: minValue 5", 2, [5, 16]],
  ["size must be greater than 4 and less than or equal to 10", 1, [5, 10]],
  ["size must be > 0 and <= 100", 200, [1, 100]],
  ["size must be more than 4 and no more than 20", 2, [5, 16]],
  ["size must exceed 5", 2, [6, 17]],
  ["size must be fewer than 10", 12, [1, 9]],
])("%s", (told, size, [minimum, maximum]) => {
  expect(boundsIn(told, { size, kg: 8 })).toEqual({ size: { type: "integer", minimum, maximum }, kg: number });
});

test("a number that is what was brought has no bounds; one that is no more than that gets the lower one of what is left", () => {
  const from = { broughtBy: [{ key: "order", path: ["pieces"] }] };
  const formOf = (size: JsonObject): JsonObject => ({ type: "object", properties: { size } });
  const words = "size must not exceed 3";
  expect(boundsIn(words, { size: 9 }, formOf({ type: "number", ...from }))).toBeUndefined();
  expect(boundsIn(words, { size: 9 }, formOf({ ...number, ...from, notMoreThanBrought: true }))).toEqual({
    size: { type: "integer", minimum: 1, maximum: 3 },
  });
});

test("a number within the bound, or that is not named beside another, is not what is refused", () => {
  expect(boundsIn("size must be at least 5", { size: 7, kg: 1 })).toBeUndefined();
  expect(boundsIn("must be at least 5", { size: 1, kg: 1 })).toBeUndefined();
  const one = { type: "object", properties: { size: number } };
  expect(boundsIn("must be at least 5", { size: 1 }, one)).toMatchObject({ size: { minimum: 5 } });
});

test.each([
  "size: one a minute, 5 at once",
  "size must have at least 10 characters",
  "at most 12 items, size",
  "size is 2, which is less than 5",
  "size must be 5 or greater",
])("no bound is told by: %s", (told) => {
  expect(boundsIn(told, { size: 2, kg: 8 })).toBeUndefined();
});

test("a bound that numbers were taken beyond is one of the moment", () => {
  const taken = new NumbersTaken();
  const intent = { kind: "act", traceId: "1", actionKey: "a", data: { size: 4 } };
  const response = { status: 200, headers: {}, json: { value: { state: {} } } };
  taken.noted([{ intent, response } as unknown as Exchange]);
  expect(boundsIn("size must be at least 5", { size: 2 }, form, taken)).toBeUndefined();
  expect(boundsIn("size must not exceed 3", { size: 9 }, form, taken)).toBeUndefined();
  expect(boundsIn("size must be at least 4", { size: 2 }, form, taken)).toMatchObject({ size: { minimum: 4 } });
});

test.each([
  ["data.note: String should have at most 35 characters", { maxLength: 35, minLength: 20 }],
  ["data.note: must not be longer than 12 characters", { maxLength: 12, minLength: 12 }],
  ["data.note: must have at least 60 characters", undefined],
  ["data.other: must have at most 35 characters", undefined],
])("a form has room for no longer texts than is told: %s", (message, wanted) => {
  const texts = { type: "object", properties: { note: { type: "string", minLength: 20, maxLength: 46 }, other: {} } };
  const refused = {
    intent: { kind: "act", data: { note: "n".repeat(40) } },
    response: { status: 422, headers: {}, json: { value: { error: { message } } } },
  } as unknown as Exchange;
  const note = withLengthsTold(texts, refused)?.["properties"];
  expect(note).toEqual(wanted && { note: { type: "string", ...wanted }, other: {} });
});
