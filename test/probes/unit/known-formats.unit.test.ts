/** Texts of formats that are known by name: in the words of a refusal, or in the name of the member. */
import { expect, test } from "vitest";
import { formatsIn, wordsOfName } from "../../../probes/process/forms/known-formats.ts";
import { offeredIn } from "../../../probes/process/forms/offered-values.ts";

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

test("a list that is told comes before what a word may mean", () => {
  expect(offered("data.country: must be one of: NO, SE", "country").slice(0, 2)).toEqual(["NO", "SE"]);
});

test("a list of numbers is one of numbers first, then of texts", () => {
  const [first, second] = offeredIn("data.months: must be one of 24, 36, 48", "months", { value: "Text", before: "" });
  expect(first).toEqual({ value: 24, schema: { enum: [24, 36, 48] } });
  expect(second?.value).toBe("24");
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
