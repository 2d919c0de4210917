/** Refusals whose words may be taken for what they do not say. */
import { expect, test } from "vitest";
import { inEnglish } from "../../../probes/process/forms/told/in-english.ts";
import { offeredIn } from "../../../probes/process/forms/told/offered-values.ts";
import { kindTextsIn, textsIn } from "../../../probes/process/forms/told/refusal-texts.ts";
import {
  aboutMoment,
  asksForMembers,
  inCamelCase,
  isActionIn,
  namesMember,
  wordsIn,
} from "../../../probes/process/forms/told/refusal-words.ts";
import { isRight } from "../../../probes/process/forms/search-step.ts";
import type { Json } from "../../../spec/json.ts";

test.each([
  '"note" length must be at least 40 characters long',
  "note length must be 10 characters long",
  "note is too long (maximum is 15 characters)",
])("a length is told, and no kind of number: %s", (told) => {
  const values = offeredIn(told, "note", { value: "Text", before: "" }).map(({ value }) => typeof value);
  expect(values.length).toBeGreaterThan(0);
  expect(values).not.toContain("number");
});

test.each<[Json, string]>([
  [{ errors: { urgency: "must be one of 'low', 'high'" } }, "data.urgency: must be one of 'low', 'high'"],
  [{ errors: { due: "'Text' is not a valid date" } }, "data.due: 'Text' is not a valid date"],
  [{ errors: { details: ["is required"] } }, "data.details: is required"],
])("a map with one member is about that member: %j", (body, line) => {
  expect(textsIn(body)).toEqual([line]);
});

test("a message that is called like a member is no map", () => {
  expect(textsIn({ error: { cause: "field 'lot' is required" } })).toEqual(["field 'lot' is required"]);
  expect(textsIn({ error: { errors: ["Sitting on can't be blank"] } })).toEqual(["data.sitting_on: can't be blank"]);
});

test.each([
  "Request is invalid",
  "Approval is not a valid action in this state",
  "Session is not a number of ours",
  "The trace must be in review",
])("a sentence about the trace, or who asks, is no line about a member: %s", (told) => {
  expect(textsIn(told)).toEqual([told]);
});

test("codes of entries about the trace tell of which kind a refusal is, those about members do not", () => {
  const entries = (code: string, target: string) => ({ errors: [{ code, target, message: "It is not so" }] });
  expect(kindTextsIn(entries("INVALID_STATE", "trace"))).toContain("INVALID_STATE");
  expect(kindTextsIn({ errors: [{ code: "REQUIRED", field: "amount", message: "It is missing" }] })).toEqual([]);
});

test.each([
  ["order", "Order must have lines; lines is required", false],
  ["state", "State machine refuses this transition", false],
  ["part", "data.Part: The Part field is required.", true],
  ["part", "'Part' must not be empty", true],
])("a name with a capital is a member's where it stands for one: %s in %s", (name, told, isNamed) => {
  expect(namesMember(told, name)).toBe(isNamed);
});

test.each([
  "Der Vorgang muss zuerst freigegeben werden.",
  "Die Rechnung muss vorher gestellt werden",
  "In diesem Status nicht erlaubt",
  "Le dossier doit d'abord être validé.",
  "La demande n'est pas permise dans cet état",
])("what must be done before asks for no member: %s", (told) => {
  const said = inEnglish(told.replace("In diesem", "in diesem"));
  expect([aboutMoment.test(said), asksForMembers(said)]).toEqual([true, false]);
});

test.each([
  ["Feld 'lang' fehlt", "field 'lang' is required"],
  ["zulässige Werte sind: kurz, lang, mittel", "kurz, lang, mittel"],
  ["Feld 'name' muss mindestens 8 Zeichen lang sein", "field 'name' must be at least 8 characters"],
  ["Es fehlt eine Datei", "missing eine file"],
  ["The champ value must be given", "The champ value must be given"],
])("names and values stay as they are: %s", (told, said) => {
  expect(inEnglish(told)).toContain(said);
});

test.each([
  ["Text too long (max. 255 characters)", "[400]"],
  ["Internal Server Error", "[500]"],
  ['invalid input syntax for type integer: "9.87"', "[400]"],
  ["Cannot deserialize value of type `LocalDate`", "[400]"],
])("what is wrong with a value need not name its member: %s", (refusal, kind) => {
  expect(isRight({ taken: false, refusal, kind }, "note is required", ["note"])).toBe(false);
  expect(isRight({ taken: false, refusal: "place is required", kind: "[400]" }, "note is required", ["note"])).toBe(
    true,
  );
});

test("a member is not meant by its name in what is said of the whole, where single members are told of", () => {
  const refusal = "The data do not satisfy the form of the action.\ndata.strength: is required";
  const told = "The data do not satisfy the form of the action.\ndata.form: is required\ndata.strength: is required";
  expect(isRight({ taken: false, refusal, kind: "[400]" }, told, ["form"])).toBe(true);
  expect(isRight({ taken: false, refusal: `${refusal}\ndata.form: no`, kind: "[400]" }, told, ["form"])).toBe(false);
});

test("a pattern that is told twice is told once", () => {
  const told = "lot: not valid, expected ^[A-Z]{2}-\\d{3}$\ndata.lot: not valid, expected ^[A-Z]{2}-\\d{3}$";
  expect(offeredIn(told, "lot", { value: "Text", before: "" })[0]?.value).toMatch(/^[A-Z]{2}-\d{3}$/);
});

test("what a refusal says of another member that was sent is not about the one that was sent last", () => {
  const refusal = "place must be at most 3 characters";
  const answer = { taken: false, refusal, kind: "[400]" };
  expect(isRight(answer, "note is required", ["note"], ["place"])).toBe(true);
  expect(isRight({ ...answer, refusal: "text too long" }, "note is required", ["note"], ["place"])).toBe(false);
});

test("a member may be told of with a capital", () => {
  const told = "Part is required";
  const short = { taken: false, refusal: "Part must have at least 10 characters", kind: "[400]" };
  expect(inCamelCase(wordsIn(told))[0]).toEqual({ name: "part", toldAs: "Part", likely: true });
  expect(isRight(short, told, ["part", "Part"])).toBe(false);
});

test("apostrophes are no quotes", () => {
  expect(aboutMoment.test(inEnglish("L'action n'est pas autorisée à ce stade, elle est inconnue"))).toBe(true);
});

test("parts of sentences are said of members, whatever these are called", () => {
  expect(textsIn({ errors: { amount: "is required", reason: "is required" } })).toEqual([
    "data.amount: is required",
    "data.reason: is required",
  ]);
  expect(textsIn({ error: { message: "Not allowed now", trace: "abc" } })).toEqual(["Not allowed now", "abc"]);
});

test.each(["Application must be in review", "Order must be in state open", "Loan must be one of yours"])(
  "what something must be in is no word about data: %s",
  (told) => {
    expect(textsIn(told)).toEqual([told]);
  },
);

test("sentences about members are lines, and a sample ends before the point", () => {
  const lines = textsIn("Feld 'wagen' muss aussehen wie KF-07. Feld 'personen' fehlt.");
  expect(lines).toEqual(["field 'wagen' must look like KF-07.", "field 'personen' is required."]);
  const offered = offeredIn(lines.join("\n"), "wagen", { value: "Text", before: "" });
  expect(offered.map(({ value }) => value)).toEqual(["KF-07"]);
});

test("who may not do it is told with right data, though what is said names the member", () => {
  const refusal = "the officer who screened the entry last must not release it";
  const wanted = "data.officer: is required";
  expect(isRight({ taken: false, refusal, kind: "[403]" }, wanted, ["officer"])).toBe(true);
  expect(isRight({ taken: false, refusal, kind: "[400]" }, wanted, ["officer"])).toBe(false);
  expect(isRight({ taken: false, refusal, kind: "[403]" }, refusal, ["officer"])).toBe(false);
});

test("a member that no form knows is not right, be it said of which or not", () => {
  const unknown = { taken: false, refusal: "Unknown field.", kind: "[400]" };
  expect(isRight(unknown, "one PDF file is required", ["file"])).toBe(false);
  expect(isRight({ ...unknown, refusal: "Another thing is wrong." }, "one PDF file is required", ["file"])).toBe(true);
});

test("where all data are refused as others refuse who sends them, the member is what is refused", () => {
  const answer = { taken: false, refusal: "reason must be one of late, lost", kind: "[403]" };
  expect(isRight(answer, "reason is required", ["reason"], [], false)).toBe(false);
});

test.each([
  "When rejecting, reason must be at least 20 characters",
  "Where a remark exists, reason must be one of a, b",
])("a condition that leads a sentence says nothing of what it is about: %s", (refusal) => {
  expect(isRight({ taken: false, refusal, kind: "[400]" }, "reason is required", ["reason"])).toBe(false);
});

test("an address names no members, as of the page that describes the error", () => {
  const told = "https://grants.example/problems/invalid\nThe member 'note' is not allowed\nurn:example:refused";
  expect(wordsIn(told).flatMap(({ name, likely }) => (likely ? [name] : []))).toEqual(["note"]);
});

test.each([
  ["data must have required property 'grade'", false],
  ["grade is required", false],
  ["The grade field is required.", false],
  ["'grade' cannot be done while the load is in 'sampled'", true],
  ["grade is not possible in phase planned", true],
])("an action may have a member of its own name: %s", (told, isAction) => {
  expect(isActionIn(told, "grade", "grade")).toBe(isAction);
});

test.each([
  '"data" must contain at least one of [size, colour, weight]',
  "Give at least one of: size, colour or weight",
])("several members of which one is wanted are named: %s", (told) => {
  expect(wordsIn(told).flatMap(({ name, likely }) => (likely ? [name] : []))).toEqual(["size", "colour", "weight"]);
});

test("which of several types a value may have is no member within it", () => {
  const detail = ["int", "float"].map((type) => ({
    type,
    loc: ["data", "days", type],
    msg: "Input should be a number",
  }));
  expect(new Set(textsIn({ detail }).filter((line) => line.startsWith("data.")))).toEqual(
    new Set(["data.days: Input should be a number"]),
  );
});

test("a map with one member is about that member, though any refusal has one of its name", () => {
  expect(textsIn({ errors: { title: "Missing data for required field." } })).toEqual([
    "data.title: Missing data for required field.",
  ]);
  expect(textsIn({ error: { message: "must be an object" } })).toEqual(["must be an object"]);
});

test("a bound of a number is no list", () => {
  const [first] = offeredIn("data.amount: must be <= 7, which is what is outstanding", "amount", {
    ...{ value: 9.87, before: "" },
  });
  expect(typeof first?.value).toBe("number");
});

test("a member may be called as any refusal calls what was sent", () => {
  const names = (told: string) => wordsIn(told).flatMap(({ name, likely }) => (likely ? [name] : []));
  expect(names("request is required")).toContain("request");
  expect(names("The request is not valid")).not.toContain("request");
});
