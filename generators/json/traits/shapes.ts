/** Null, emptiness, and arrays and objects of unusual build. */
import type { Json } from "../../../spec/json.ts";
import { traits } from "../data-trait.ts";

export const shapeTraits = traits({
  null: null,
  "object-empty": {},
  "array-empty": [],
  "empty-nested": { a: {}, b: [], c: [[]], d: [{}], e: { f: { g: [] } } },
  "null-nested": { a: null, b: { c: null } },
  "array-null": [null, 1, null],
  "array-mixed": [1, "1", true, null, { a: 1 }, [1], 1.5, ""],
  "array-duplicates": ["x", "y", "x", "x", 1, 1],
  // Of one kind each, as what keeps lists as sets may do so with some kinds alone; neighbours and others.
  "array-repeated-texts": ["b", "a", "b", "b", "a"],
  "array-repeated-numbers": [2, 10, 2, 2, 1.5, 10, 1.5],
  "array-repeated-objects": [
    { id: 1, to: "a" },
    { id: 1, to: "a" },
    { id: 1, to: "b" },
    { id: 2, to: "a" },
    { id: 1, to: "a" },
  ],
  "array-repeated-others": {
    flags: [true, false, false, true],
    lists: [[1, 2], [1, 2], [2, 1], [], []],
    blanks: ["a", "", "b", ""],
    zeros: [0, 1, 0],
    nulls: [null, null],
  },
  "array-nearly-equal": ["Tea", "tea", " tea", "tea ", "1", "01", "1.0"],
  "array-unsorted": [10, 9, 2, 33, 1, "b", "a"],
  "array-objects": [{ id: 2 }, { id: 1 }, { id: 2 }],
  "array-of-arrays": [[1, 2], [3, [4, [5]]], []],
  "array-single": ["alone"],
  "array-single-object": [{ only: true }],
  "array-of-empties": ["", [], {}, null],
  "object-like-array": { "0": "a", "1": "b", length: 2 },
  "object-numbered": { "0": "a", "1": "b" },
  "array-rows": [{ a: 1 }, { b: "x", c: null }, {}],
  "object-unsorted": { z: 1, a: 2, m: 3, B: 4 },
  "falsy-members": { zero: 0, empty: "", no: false },
} satisfies Record<string, Json>);
