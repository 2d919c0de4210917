/** Which names of members two traces that were built alike must share, and which are each trace's own. */
import { expect, test } from "vitest";
import { countedAlike, outlineOf } from "../../checks/model/rereads/outline.ts";
import type { Json } from "../../spec/json.ts";

function areAlike(one: Json, other: Json): boolean {
  const [left, right] = countedAlike(outlineOf(one), outlineOf(other));
  return JSON.stringify(left) === JSON.stringify(right);
}

test("names that hold the beginning of a digest under them stand for each other", () => {
  const digests = ["sha1:5156710bf0783a5ff8d1dfcb", "sha1:b1413f96b9da50cef42e2bc9"];
  const [one, other] = digests.map((digest): Json => ({ files: { [`note.txt#${digest.slice(0, 8)}`]: digest } }));
  expect(areAlike(one ?? null, other ?? null)).toBe(true);
  expect(areAlike(one ?? null, { files: {} })).toBe(false);
  expect(areAlike({ note: digests[0] ?? "" }, { remark: digests[1] ?? "" })).toBe(false);
});

test("names that were sent stand for each other, however long they are", () => {
  const [short, long] = ["reed stop, 23 letters..", "reed stop of the great organ"];
  const outline = (name: string, own: ReadonlySet<string>) => outlineOf({ ranks: { [name]: { pipes: 61 } } }, { own });
  expect(outline(short, new Set([short]))).toEqual(outline(long, new Set([long])));
  expect(outline(short, new Set())).not.toEqual(outline(long, new Set()));
  expect(outline("reed", new Set(["reed"]))).not.toEqual(outline("flue", new Set(["flue"])));
});

test("names that are digests of files stand for each other, whatever they look like", () => {
  const outline = (digest: string, digests: ReadonlySet<string>) =>
    outlineOf({ uploads: { [digest]: 1 } }, { digests });
  const [one, other] = ["NlvYPUsujNEQ", "kdUQWxzpLmaT"];
  expect(outline(one, new Set([one]))).toEqual(outline(other, new Set([other])));
  expect(outline(one, new Set())).not.toEqual(outline(other, new Set()));
});

test("names that differ in numbers alone are counted through all traces", () => {
  expect(areAlike({ files: { f17: { size: 1 }, f18: "x" } }, { files: { f3: "x", f4: { size: 2 } } })).toBe(true);
  expect(areAlike([{ f17: 1 }], [{ f3: 1 }])).toBe(true);
});

test("names that are drawn anew for each thing stand for each other", () => {
  expect(areAlike({ files: { f3ea9e1bfbbcb04: { size: 1 } } }, { files: { fb04e2cc19d8a77: { size: 2 } } })).toBe(true);
  expect(areAlike({ K9x2Lm4pQ: 1 }, { "p4-Zz81_k7": 1 })).toBe(true);
  expect(areAlike({ K9x2Lm4pQ: 1 }, { "p4-Zz81_k7": "1" })).toBe(false);
  expect(areAlike({ K9x2Lm4pQ: 1 }, { "p4-Zz81_k7": 1, f3ea9e1bfbbcb04: 1 })).toBe(false);
  expect(areAlike({ addressLine1: 1 }, { address_line1: 1 })).toBe(false);
});

test("a member more, of another kind or of another name is seen", () => {
  expect(areAlike({ f17: 1, f18: 1 }, { f3: 1 })).toBe(false);
  expect(areAlike({ f17: 1 }, { f3: "1" })).toBe(false);
  expect(areAlike({ f17: 1 }, { g3: 1 })).toBe(false);
  expect(areAlike({ line1: 1, line2: 1 }, { line1: 1 })).toBe(false);
  expect(areAlike({ done: 1 }, { open: 1 })).toBe(false);
});
