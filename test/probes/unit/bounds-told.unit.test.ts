/** Bounds of numbers as refusals tell them, which a form takes over where the number that was sent is beyond them. */
import { expect, test } from "vitest";
import { withBoundsTold } from "../../../probes/process/forms/bounds-told.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

const number = { type: "integer", minimum: 1, maximum: 12 };
const form = { type: "object", properties: { size: number, kg: number } };
const boundsIn = (message: string, data: JsonObject, told: JsonObject = form) => {
  const value = { error: { message } };
  const refused = { intent: { kind: "act", data }, response: { status: 400, headers: {}, json: { value } } };
  return withBoundsTold(told, refused as unknown as Exchange)?.["properties"];
};

test.each<[string, number, readonly [number, number]]>([
  ["size must not be less than 5", 2, [5, 16]],
  ["size must be >= 5", 2, [5, 16]],
  ["size must be greater than 5", 2, [6, 17]],
  ["size: minimum is 20, maximum is 25", 9, [20, 25]],
  ["size must not exceed 3; kg must be at least 4", 7, [1, 3]],
  ["size must be less than 4", 9, [1, 3]],
])("%s", (told, size, [minimum, maximum]) => {
  expect(boundsIn(told, { size, kg: 8 })).toEqual({ size: { type: "integer", minimum, maximum }, kg: number });
});

test("a number within the bound, or that is not named beside another, is not what is refused", () => {
  expect(boundsIn("size must be at least 5", { size: 7, kg: 1 })).toBeUndefined();
  expect(boundsIn("must be at least 5", { size: 1, kg: 1 })).toBeUndefined();
  const one = { type: "object", properties: { size: number } };
  expect(boundsIn("must be at least 5", { size: 1 }, one)).toMatchObject({ size: { minimum: 5 } });
});
