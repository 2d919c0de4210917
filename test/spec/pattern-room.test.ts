/** How many texts a pattern has room for. */
import { expect, test } from "vitest";
import { isRoomyCode, patternRoom } from "../../spec/data-schemas/pattern-room.ts";

test.each([
  ["^[A-Z]{2}[0-9]{8}$", 26 ** 2 * 10 ** 8],
  ["^[A-Z0-9]{6,12}$", 36 ** 6],
  ["^INV-\\d{4}$", 10_000],
  ["^[A-Z]+-[0-9]?$", 26],
  ["^[0-9]*$", 1],
])("%s has room for %i texts at least", (pattern, room) => {
  expect(patternRoom(pattern)).toBe(room);
});

test.each(["[A-Z]{9}", "^(?:a|b){12}$", "^[^a]{12}$", "^.{12}$", "^[A-Z"])("nothing is said of %s", (pattern) => {
  expect(patternRoom(pattern)).toBe(1);
});

test("a code that follows its form is like no other where there are enough", () => {
  const formOf = (pattern: string) => ({ type: "object", properties: { codes: { properties: { bar: { pattern } } } } });
  const workflowsOf = (pattern: string) => [
    {
      id: "1",
      actions: [{ key: "open", groupLabel: "all", creates: true, appends: false, dataSchema: formOf(pattern) }],
    },
  ];
  const roomy = workflowsOf("^[A-Z]{2}[0-9]{8}$");
  expect(isRoomyCode(roomy, ["codes", "bar"], "AB01234567")).toBe(true);
  expect(isRoomyCode(roomy, ["codes", "bar"], "AB")).toBe(false);
  expect(isRoomyCode(roomy, ["codes"], "AB01234567")).toBe(false);
  // Of short ones there may be few, and of the longest many.
  const slugs = workflowsOf("^[a-z]{3,12}$");
  expect(isRoomyCode(slugs, ["codes", "bar"], "abcdefghijkl")).toBe(true);
  expect(isRoomyCode(slugs, ["codes", "bar"], "abc")).toBe(false);
  expect(isRoomyCode(workflowsOf("^[A-Z]{2}$"), ["codes", "bar"], "AB")).toBe(false);
});
