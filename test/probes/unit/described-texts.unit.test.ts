/** Shapes of texts, and lengths of lists, as refusals describe them in words. */
import { expect, test } from "vitest";
import { patternOfWords } from "../../../probes/process/forms/told/described-texts.ts";
import { listLengthIn } from "../../../probes/process/forms/told/list-lengths.ts";
import { offeredIn } from "../../../probes/process/forms/told/offered-values.ts";

test.each([
  ["must be of the form 14 digits (GTIN-14)", "^[0-9]{14}$"],
  ["must be a 6-digit number", "^[0-9]{6}$"],
  ["must be two capital letters followed by a dash and four to six digits", "^[A-Z]{2}-[0-9]{4,6}$"],
  ["must be LG- and five digits", "^LG-[0-9]{5}$"],
  ["must be 3 lower-case letters, then 2 digits", "^[a-z]{3}[0-9]{2}$"],
  ["must have at least 5 digits", undefined],
  ["must be shorter", undefined],
])("a text that %s", (told, pattern) => {
  expect(patternOfWords(told)).toBe(pattern);
});

test("of formats that are known those come first that are as is described", () => {
  const [first] = offeredIn("gtin must be 14 digits (GTIN-14)", "gtin", { value: "Text", before: "" });
  expect(first?.value).toMatch(/^\d{14}$/);
});

test.each([
  ["points must be a list of 3 to 3 entries", { least: 3, most: 3 }],
  ["size must be between 2 and 4", { least: 2, most: 4 }],
  ["List should have at least 2 items after validation, not 1", { least: 2, most: 2 }],
  ["must NOT have fewer than 2 items", { least: 2, most: 2 }],
  ["must have at most 4 items", undefined],
  ["must have at least 1 item", undefined],
])("a list with one item: %s", (told, wanted) => {
  expect(listLengthIn(told, 1)).toEqual(wanted);
});

test("what is told of a list with one text may be what the text must be", () => {
  const told = "data.team: must be addresses of auditors: ada@example.com, bo@example.com";
  const offered = offeredIn(told, "team", { value: ["Text"], before: "" });
  expect(offered.map(({ value }) => value)).toContainEqual(["ada@example.com"]);
});

test.each([
  ["eni must be a valid number", /^[1-9]\d{7}$/],
  ["berth must be an uppercase string", /^[A-Z][A-Z0-9]{7}$/],
  ["berth must be alphanumeric", /^[A-Za-z][A-Za-z0-9]{7}$/],
])("a text of certain characters: %s", (told, shape) => {
  const [name = ""] = told.split(" ");
  const offered = offeredIn(told, name, { value: "Form of", before: "" }).map(({ value }) => String(value));
  expect(offered.some((one) => shape.test(one))).toBe(true);
});

test("as many digits as the text that was refused had to have", () => {
  const schema = { type: "string", minLength: 5, maxLength: 5 };
  const offered = offeredIn("eni must be numeric", "eni", { value: "Form ", before: "", schema });
  expect(offered.map(({ value }) => String(value))).toContainEqual(expect.stringMatching(/^[1-9]\d{4}$/));
});

test("a date in the layout of Go", () => {
  const offered = offeredIn("until does not match the 2006-01-02 format", "until", { value: "Text", before: "" });
  expect(offered[0]?.value).toMatch(/^\d{4}-\d\d-\d\d$/);
});
