/** What every target must accept: ordinary texts, numbers and booleans, small nested data. */
import { traits } from "../data-trait.ts";

export const plainTraits = traits(
  {
    text: "an ordinary text",
    sentence: "Claim 17 was opened on a Monday, and it is still open.",
    integer: 42,
    zero: 0,
    negative: -7,
    decimal: 12.5,
    true: true,
    false: false,
    object: { city: "Paris", street: { name: "Main", number: 5 } },
    array: ["one", "two", "three"],
    numbers: [3, 1, 2],
    records: [
      { sku: "a1", count: 2 },
      { sku: "b2", count: 1 },
    ],
  },
  true,
);
