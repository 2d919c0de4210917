import { expect, test } from "vitest";
import { nearId } from "../../driver/execute/near-ids.ts";

const random = ["3f2a9c64-51d8-4e07-9b1c-7d60a8e4f315", "c81e04b7-0a9f-4d63-8e52-19b7f3c0d6a4"] as const;
const row = (number: number) => `01900000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
const rowInFront = (number: number) => `${number.toString(16).padStart(8, "0")}-51d8-11e7-9b1c-7d60a8e4f315`;

test("an id that is nearly another has one digit more, one less, or another last one", () => {
  expect(nearId(random[0], "longer", random)).toBe(`${random[0]}0`);
  expect(nearId(random[0], "shorter", random)).toBe(random[0].slice(0, -1));
  expect(nearId(random[0], "altered", random)).toBe("3f2a9c64-51d8-4e07-9b1c-7d60a8e4f317");
  expect(nearId(row(7), "altered", [row(7)])).toBe(row(3));
});

test("where ids are numbers in a row, the digit is changed that is farthest from those that count", () => {
  const known = [row(7), row(254), row(4000), random[0]];
  expect(nearId(row(254), "altered", known)).toBe("71900000-0000-7000-8000-0000000000fe");
  expect(nearId(rowInFront(254), "altered", [254, 255, 256].map(rowInFront))).toBe(
    "000000fe-51d8-11e7-9b1c-7d60a8e4f317",
  );
  expect(nearId(row(254), "altered", known)).not.toBeOneOf(Array.from({ length: 5000 }, (_, number) => row(number)));
});
