import fc from "fast-check";
import type { Json } from "../../spec/json.ts";
import { jsonObject } from "./json-object.ts";

/** A plain leaf: short ASCII text, safe integer, boolean. Shrinks towards `""`, 0 and false. */
const leaf: fc.Arbitrary<Json> = fc.oneof(
  fc.string({ maxLength: 12, unit: fc.constantFrom(..."abcdefghij XYZ019.-") }).map((text) => text.trim() || "a"),
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.boolean(),
);

const memberName = fc.constantFrom("a", "b", "c", "note", "count", "owner", "items", "total");

/** Small nested plain data, at most `maxDepth` deep. Shrinks towards a leaf. */
export function jsonValue(maxDepth = 3): fc.Arbitrary<Json> {
  if (maxDepth <= 0) return leaf;
  const inner = jsonValue(maxDepth - 1);
  const members = fc.uniqueArray(fc.tuple(memberName, inner), { maxLength: 4, selector: ([name]) => name });
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(inner, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: members.filter((list) => list.length > 0).map(jsonObject) },
  );
}
