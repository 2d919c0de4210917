/** Texts of formats that are known by name: in the words of a refusal, or in the name of the member. */
import { expect, test } from "vitest";
import { formatsIn, wordsOfName } from "../../../probes/process/forms/told/known-formats.ts";
import { offeredIn } from "../../../probes/process/forms/told/offered-values.ts";
import { toldApart } from "../../../probes/process/forms/told/told-apart.ts";

const offered = (told: string, name: string, value = "Text") =>
  offeredIn(told, name, { value, before: "" }).map((one) => one.value);

test.each([
  ["data.vehicle.vin: must look like a VIN of 17 characters without I, O and Q", "vehicle.vin", "1HGCM82633A004352"],
  ["data.account: is no valid IBAN", "account", "DE89370400440532013000"],
  ["data.author: must be an ORCID", "author", "0000-0002-1825-0097"],
  ["data.reply: must look like an address of mail", "replyMail", "someone@example.com"],
  ["data.plateNumber: has the wrong form", "plateNumber", "AB-123-CD"],
])("%s", (told, name, wanted) => {
  expect(offered(told, name)).toContain(wanted);
});

test("a pattern in quotes may hold spaces, and one that cannot be read leaves what the name says", () => {
  expect(offered('data.contact.phone: must match "\\+?[0-9 ]{6,20}"', "contact.phone")[0]).toMatch(/^\+?[0-9 ]{6,20}$/);
  expect(offered("data.phone: has not the format (a)6 of 20(", "phone")[0]).toBe("+33123456789");
});

test("a list that is told comes before what a word may mean", () => {
  expect(offered("data.country: must be one of: NO, SE", "country").slice(0, 2)).toEqual(["NO", "SE"]);
});

test("a list of numbers is one of numbers first, then of texts", () => {
  const [first, second] = offeredIn("data.months: must be one of 24, 36, 48", "months", { value: "Text", before: "" });
  expect(first).toEqual({ value: 24, schema: { enum: [24, 36, 48] } });
  expect(second?.value).toBe("24");
});

test("what tells of several members together is not read as a list of values of one", () => {
  const told = [
    "ask: decibels must be an integer, night must not be null, place must not be null",
    "data.decibels: must be an integer",
    "data.night: must not be null",
    "data.place: must not be null",
  ].join("\n");
  expect(offered(told, "decibels")).toEqual([12]);
});

test.each([
  ["/waste_code is not an EWC code such as 16 06 01*", "waste_code", "Text", "16 06 01*"],
  ["data.born: an applicant must be at least 18 years old", "born", "2026-03-14", "1985-03-14"],
  ["data.method: is not a method, R1 to R13 or D1 to D15", "method", "Text", "R1"],
  ["data.until: must not be in the past", "until", "2026-03-14", "2027-03-14"],
  ["data.until: is in the past", "until", "2026-03-14", "2027-03-14"],
  ["data.until: must be in the future", "until", "2026-03-14", "2027-03-14"],
  ["data.from: must not be in the future", "from", "2026-03-14", "2025-03-14"],
  ["data.from: must be before the hearing", "from", "2026-03-14", "2025-03-14"],
  ["data.name: Length must be between 2 and 60.", "name", "n".repeat(90), "n".repeat(60)],
])("%s", (told, name, value, wanted) => {
  expect(offered(told, name, value)[0]).toBe(wanted);
});

test("a text within the lengths that are told is as long as may be, and the form has its room", () => {
  const [first] = offeredIn("data.name: must have 2 to 60 characters", "name", { value: "n".repeat(90), before: "" });
  expect(first?.schema).toMatchObject({ minLength: 20, maxLength: 60 });
});

test.each([
  ["data.grade: grade must be A1, B2 or C3", "grade", ["A1", "B2", "C3"]],
  ["data.transport: allowed values: road, rail, link", "transport", ["road", "rail", "link"]],
])("a list of words that look like codes or formats stays one: %s", (told, name, values) => {
  const [first] = offeredIn(told, name, { value: "Text", before: "" });
  expect(first?.schema).toEqual({ enum: values });
});

test.each([
  ["data.name: Validation failed (E422): name is invalid", "name", "E422"],
  ["data.name: must be UTF-8 text", "name", "UTF-8"],
  ["data.status: must be open or closed at this time", "status", "09:30"],
])("no value is read out of a word that stands for something else: %s", (told, name, wrong) => {
  expect(offered(told, name)).not.toContain(wrong);
});

test.each([
  ["data.due: is in the past, it must be after 2026-01-01", "2027-03-14"],
  ["data.due: has expired", "2027-03-14"],
  ["data.due: must be before the minor works", "2025-03-14"],
])("a date is moved to where it must be: %s", (told, wanted) => {
  expect(offered(told, "due", "2026-03-14")[0]).toBe(wanted);
});

test("what compares numbers is no list", () => {
  const told = "data.quoteNo: must be less than or equal to 1, the number of quotes";
  expect(offeredIn(told, "quoteNo", { value: 4, before: "" }).map((one) => one.value)).toEqual([1, 2, 0]);
});

test("a number beyond a bound is told with its type, and others from the bound on are drawn", () => {
  const told = "data.grams: Too small: expected number to be >=20";
  const [first, ...others] = offeredIn(told, "grams", { value: 12, before: "" });
  expect(first).toEqual({ value: 20, schema: { type: "integer", minimum: 20, maximum: 31 } });
  expect(others).toEqual([]);
  const [rate] = offeredIn("data.rate: must be at least 20.25", "rate", { value: 12, before: "" });
  expect(rate).toEqual({ value: 20.25, schema: { type: "number", minimum: 20.25, maximum: 31.25 } });
  // Of the wrong type it is given one that the bound does not rule out.
  const typed = offeredIn("data.grams: expected number, received string", "grams", { value: "Text", before: "" });
  expect(typed[0]?.value).toBe(9.87);
});

test("where a number is more than is left, little is sent first, and else what was told", () => {
  const told = "data.kg: must be at most 7.7 (declared quantity plus 10 %)";
  const values = (value: number, words = told) => offeredIn(words, "kg", { value, before: "" }).map((one) => one.value);
  expect(values(9.87).slice(0, 2)).toEqual([1, 7.7]);
  expect(values(9.87, "data.kg: must be at least 45")).not.toContain(1);
});

test("what is refused is not offered again, and nothing for words that name no format", () => {
  expect(offered("data.isbn: is no ISBN", "isbn", "9780306406157")).not.toContain("9780306406157");
  expect(formatsIn("must be a nice text")).toEqual([]);
});

test.each([
  ["vehicleVin", "vehicle Vin"],
  ["vehicle.vin_code", "vehicle vin code"],
  ["IBANNumber", "IBAN Number"],
])("the words of %s", (name, words) => {
  expect(wordsOfName(name)).toBe(words);
});

const port = { value: "AAAAA", schema: { type: "string", pattern: "^[A-Z]{5}$" } };

test.each([
  ["a text of a pattern", port, "data.pod: must differ from pol"],
  ["a value of a list", { value: "a", schema: { enum: ["a", "b"] } }, "from and to must not be the same"],
  ["a number", { value: 3, schema: { type: "integer" } }, "first and second are identical"],
])("another than another member has: %s", (_, known, told) => {
  const [other] = toldApart(known, told);
  expect(other?.value).not.toBe(known.value);
  expect(typeof other?.value).toBe(typeof known.value);
});

test("nothing where no refusal says so, or nothing else is known", () => {
  expect(toldApart(port, "data.pod: must match [A-Z]{5}")).toEqual([]);
  expect(toldApart({ value: "Text", schema: { const: "Text" } }, "must differ from pol")).toEqual([]);
});
