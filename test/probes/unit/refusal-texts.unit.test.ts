/** What refusals say of single members, in the shapes that frameworks give them. */
import { describe, expect, test } from "vitest";
import { textsIn } from "../../../probes/process/forms/told/refusal-texts.ts";
import { offeredIn, wantedIn } from "../../../probes/process/forms/told/offered-values.ts";
import { lengthsIn } from "../../../probes/process/forms/told/patterns-told.ts";
import { kindOf, textOf, wordsIn } from "../../../probes/process/forms/told/refusal-words.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

const missing = "This member is missing.";

test.each<[string, Json]>([
  ["entries that call a member", { error: { number: "R-310", members: [{ member: "lot", message: missing }] } }],
  ["entries with a pointer", { errors: [{ source: "/data/lot", title: missing, code: "R-310" }] }],
  ["entries with a list of names", { detail: [{ loc: ["body", "data", "lot"], msg: missing, type: "R-310" }] }],
  ["a map from members to a text", { title: "R-310", errors: { lot: missing } }],
  ["an entry without words", { error: { code: "R-310", field: "lot", message: missing } }],
  ["entries with the path of a property", { violations: [{ propertyPath: "lot", message: missing, code: "R-310" }] }],
  [
    "entries with a pointer in an object",
    { errors: [{ code: "R-310", source: { pointer: "/data/attributes/lot" }, detail: missing }] },
  ],
  ["entries with names of members", { code: "R-310", errors: [{ memberNames: ["lot"], errorMessage: missing }] }],
  ["a map with a member that any refusal might have", { title: "R-310", errors: { lot: [missing], reason: [] } }],
  ["a map from members to texts", { title: "R-310", errors: { "$.lot": [missing] } }],
])("each is a line that begins with its place: %s", (_, body) => {
  expect(textsIn(body).toSorted()).toEqual(["R-310", `data.lot: ${missing}`]);
});

test("entries call members under any key under which one calls what the run adds to all data", () => {
  const entries = [
    { where: "tcRun", what: "no such member" },
    { where: "lot", what: missing },
  ];
  expect(textsIn({ problems: entries })).toEqual(["data.tcRun: no such member", `data.lot: ${missing}`]);
  expect(textsIn({ problems: entries.slice(1) })).not.toContain(`data.lot: ${missing}`);
});

test("a map of members may hold one that is called as what any refusal has, where all say what is wrong with data", () => {
  const errors = { tcRun: "Unknown field.", title: "Missing data for required field." };
  expect(textsIn({ errors })).toEqual(["data.tcRun: Unknown field.", "data.title: Missing data for required field."]);
  expect(textsIn({ errors: { title: "Invalid data" } })).toEqual(["Invalid data"]);
});

test("lengths are read in German as well", () => {
  expect(textsIn("number: Länge muss zwischen 8 und 20 liegen")).toEqual(["number: length must be between 8 and 20"]);
});

test("an error that says what went wrong calls no member", () => {
  const message = "not allowed at this point";
  expect(textsIn({ error: { code: "sequence", message } })).toEqual(["sequence", message]);
  expect(textsIn({ errors: { message, hint: "see the manual" } })).toEqual([message, "see the manual"]);
});

test("the address of the request and the kind of an error call no member, and a code may be all that is said of one", () => {
  const message = "It is not your turn";
  expect(textsIn({ error: "Conflict", message, path: "/api/v2/traces/1" })).toEqual([
    "Conflict",
    message,
    "/api/v2/traces/1",
  ]);
  expect(textsIn({ error: { name: "WrongStepError", message } })).toEqual(["WrongStepError", message]);
  expect(textsIn({ error: { code: "REQUIRED", field: "lot" } })).toEqual(["data.lot: REQUIRED"]);
});

test.each(["FORM.001", "parcels-api v1.0.2: weight must be a number", "see https://example.com/v1.2/docs.0.html"])(
  "digits behind a dot are no index in: %s",
  (text) => {
    expect(textsIn(text)).toEqual([text]);
  },
);

test("digits behind a dot are an index where something is said of the place", () => {
  expect(textsIn("lines.0.weight must be a number")).toEqual(["lines[0].weight must be a number"]);
  expect(textsIn("The lines.0 field must be an object")).toEqual(["The lines[0] field must be an object"]);
  expect(textsIn({ errors: [{ field: "height", message: "Required property 'height' is missing" }] })).toEqual([
    "data.height: Required property 'height' is missing",
  ]);
});

test("refusals are of one kind whatever number the request has, and which member is meant", () => {
  const kind = (error: Json) =>
    kindOf({ response: { status: 422, json: { value: { error } } } } as unknown as Parameters<typeof kindOf>[0]);
  const requestId = (last: string) => `0b7e9d0c-0000-4000-8000-00000000000${last}`;
  const form = { code: "form", field: "lot", message: "missing member: lot", id: requestId("1") };
  expect(kind(form)).toBe(kind({ ...form, field: "by", message: "missing member: by", id: requestId("2") }));
  expect(kind(form)).not.toBe(kind({ code: "step", message: "not now", id: requestId("3") }));
});

const all = textsIn({
  members: [
    { member: "lot", message: "This member is missing. Please state a text of 1 to 60 characters." },
    { member: "species", message: "Please state one of: oak, beech" },
    { member: "by", message: "Please state a whole number from 3 to 9" },
  ],
}).join("\n");

test("what is said of one member is offered for no other", () => {
  expect(wantedIn(all, "species").map(({ value }) => value)).toEqual(["oak", "beech"]);
  expect(wantedIn(all, "lot").map(({ value }) => value)).not.toContain("oak");
  expect(offeredIn(all, "by", { value: "Text", before: "" })[0]?.schema).toMatchObject({ type: "integer" });
  expect(wantedIn(all, "depth")).toEqual([]);
});

test("each member that has a line of its own is a likely one, whatever it is called", () => {
  expect(wordsIn(all).flatMap(({ name, likely }) => (likely ? [name] : []))).toEqual(
    expect.arrayContaining(["lot", "species", "by"]),
  );
});

test("a text that tells of several members is a line for each, without what is said before the first", () => {
  const lines = ["data.lot: Field required", "data.day: Input should be a date, not a number"];
  expect(textsIn("lot: Field required; day: Input should be a date, not a number")).toEqual(lines);
  expect(
    textsIn({ error: { code: "010", message: "Data of weigh: lot: Field required, data.day: Not a date" } }),
  ).toEqual(["010", "data.lot: Field required", "data.day: Not a date"]);
  for (const whole of [
    "The lot is closed; reason: it was sold",
    "Validation failed: lot is required, day: is required",
    "Refused: the lot is not paid, trace: 1234",
    "Cannot ship: lot unpaid, allowed: pay",
    "lot: must be a number, note: decimals allowed",
  ])
    expect(textsIn(whole)).toEqual([whole]);
});

test.each([
  ["lot: Input should be 'low', 'high' or 'none'", ["low", "high", "none"]],
  ['Data of weigh: lot: Invalid option: expected one of "low"|"high"', ["low", "high"]],
  ['"lot" must be "low" or "high"', ["low", "high"]],
])("values in quotes are offered for the member, and name none: %s", (told, values) => {
  expect(offeredIn(told, "lot", { value: "Text", before: "" }).map(({ value }) => value)).toEqual(values);
  const likely = wordsIn(told).flatMap((word) => (word.likely ? [word.name] : []));
  expect(likely[0]).toBe("lot");
  expect(likely.filter((name) => values.includes(name))).toEqual([]);
});

test.each([
  ["Fields 'lot' and 'day' are missing, kind must be one of: A, B, C", ["A", "B", "C"]],
  ["kind of 'lot' or 'day' must be one of: A, B, C", ["A", "B", "C"]],
])("names in quotes are no values: %s", (told, values) => {
  const offered = offeredIn(told, "kind", { value: "Text", before: "" }).map(({ value }) => value);
  expect(offered).toEqual(expect.arrayContaining(values));
  expect(offered).not.toContain("lot");
});

test("what is missing, or not to be empty, is a name", () => {
  const likely = (told: string) => wordsIn(told).flatMap((word) => (word.likely ? [word.name] : []));
  expect(likely("One of 'iban'|'bic' is missing")).toEqual(expect.arrayContaining(["iban", "bic"]));
  expect(likely("'status' must be 'open' or 'lot'; 'lot' may not be empty")).toContain("lot");
});

test("a usual word that begins what is told of a member is its name", () => {
  const likely = (told: string) => wordsIn(told).flatMap((word) => (word.likely ? [word.name] : []));
  expect(likely("the data are not valid: price is required; valid is required")).toEqual(
    expect.arrayContaining(["price", "valid"]),
  );
  expect(likely("code is required")).toContain("code");
  expect(likely("the data are not valid: on is required")).toContain("on");
  expect(likely("kind is not valid: type must be a text")).not.toContain("type");
});

test("names in quotes that one of them must be of are names", () => {
  const told = "unknown field `tcRun`, expected one of `lot`, `day`";
  expect(wordsIn(told).flatMap(({ name, likely }) => (likely ? [name] : []))).toEqual(["tcRun", "lot", "day"]);
});

test.each([
  ["said as a whole, and of the member", "form: 'kind' must be one of low, high\ndata.kind: must be one of low, high"],
  ["behind which another member is told of", "'kind' must be one of low, high; 'note' must be a text"],
  ["without a word that leads up to it", "kind must be either low or high."],
  ["behind a colon", "unknown kind: expected low, high"],
  ["before what was sent", "kind must be low or high, got Text"],
  ["with commas alone", "kind: must be low, high"],
  ["behind any of", "kind: must be any of low, high"],
  ["with bars behind another word", "kind: enum low|high"],
  ["with strokes", "kind: low / high"],
  ["as the format", "kind does not match [low, high]"],
  ["before a sample", "kind must be one of low, high, e.g. low"],
  ["as samples alone", "kind: must be a known kind, e.g.: low, high"],
  ["beside other bars", "version 1|2 only: kind must be one of low, high"],
  ["before what is in brackets", "kind must be low or high (you sent Text)"],
])("words that a member may be are found: %s", (_, told) => {
  const found = offeredIn(told, "kind", { value: "Text", before: "" });
  expect(found.map(({ schema }) => schema["enum"])).toContainEqual(["low", "high"]);
});

test("words that are kinds of values as well are words of a list beside others", () => {
  const found = offeredIn("kind must be text, image or video", "kind", { value: 3, before: "" });
  expect(found.map(({ schema }) => schema["enum"])).toContainEqual(["text", "image", "video"]);
});

test.each([
  ["must have 6 to 9 characters", { minLength: 6, maxLength: 9 }],
  ["string of length 6..9", { minLength: 6, maxLength: 9 }],
  ["must be at least 6 characters long", { minLength: 6 }],
  ["at most 9 characters", { maxLength: 9 }],
  ["length must be 8 characters", { minLength: 8, maxLength: 8 }],
  ["must NOT have more than 12 characters", { maxLength: 12 }],
  ["must not be longer than 12 characters", { maxLength: 12 }],
  ["must NOT have fewer than 2 characters", { minLength: 2 }],
  ["must be at least 6", {}],
])("lengths: %s", (told, lengths) => {
  expect(lengthsIn(told)).toEqual(lengths);
});

test("that a text is longer, or shorter, than it may be says the other way round what is wanted", () => {
  expect(lengthsIn("longer than 20", 31)).toEqual({ maxLength: 20 });
  expect(lengthsIn("is shorter than 6", 2)).toEqual({ minLength: 6 });
  expect(lengthsIn("must be longer than 20", 8)).toEqual({ minLength: 20 });
  expect(lengthsIn("must not be longer than 20", 31)).toEqual({ maxLength: 20 });
});

test("of a long pattern a text is made at once", () => {
  const began = performance.now();
  expect(offeredIn('kind must match "[a-z]{3,500}"', "kind", { value: 3, before: "" })).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each([
  ["size must be an integer, at least 1", [12]],
  ["size must be present, non-empty", []],
  ["size: must be present, non-empty", []],
])("a sentence with a comma is no list of words: %s", (told, values) => {
  const found = offeredIn(told, "size", { value: "Text", before: "" });
  expect(found.map(({ value }) => value)).toEqual(values);
});

test("a map of members is one whatever it is called where each has a list of sentences, and beside a code", () => {
  const campi = { lot: ["Campo obbligatorio."], tcRun: ["Unknown field."] };
  const lines = ["data.lot: is required.", "data.tcRun: Unknown field."];
  expect(textsIn({ error: { errore: "DATI_NON_VALIDI", campi } })).toEqual(["DATI_NON_VALIDI", ...lines]);
  expect(textsIn({ zones: campi })).toEqual(lines);
  expect(textsIn({ zones: { lot: ["A-1", "B-2"] } })).toEqual(["A-1", "B-2"]);
});

test.each([
  ["Due lettere maiuscole e due cifre.", "two capital letters and two digits."],
  ["Deve essere tra 5 e 3000.", "must be between 5 and 3000."],
  ["Uno di: bianco, nero.", "must be one of bianco, nero."],
  ["Zwei Großbuchstaben und vier Ziffern", "two capital letters and four digits"],
  ["deux lettres majuscules et 4 chiffres", "two capital letters and 4 digits"],
  ["dos letras mayúsculas y cuatro dígitos", "two capital letters and four digits"],
  ["debe ser un número entero", "must be an integer"],
  ["twee hoofdletters en vier cijfers", "two capital letters and four digits"],
  ["is verplicht", "is required"],
])("what is said in another language is read in English: %s", (said, read) => {
  expect(textsIn(said)).toEqual([read]);
});

describe("where one member tells of which of several forms an object is", () => {
  const told = (msg: string) => textsIn({ detail: [{ loc: ["body", "mix"], msg }] }).join();

  test("it is told of by its own place, as it has no name of its own there", () => {
    expect(told("Unable to extract tag using discriminator 'kind'")).toMatch(/^data\.mix\.kind: /);
    const unknown = `Input tag '${"Text ".repeat(40)}' found using 'kind' does not match any of the expected tags: 'air', 'trimix'`;
    expect(told(unknown)).toMatch(/^data\.mix\.kind: /);
    expect(told("Invalid discriminator value. Expected 'a' | 'b'")).toMatch(/^data\.mix: /);
  });

  test("one of its values alone is kept: another wants other members beside it", () => {
    const line =
      "data.mix.kind: Input tag 'x' found using 'kind' does not match any of the expected tags: 'air', 'trimix'";
    const offered = (text: string, name: string) => offeredIn(text, name, { value: "x", before: "" })[0]?.schema;
    expect(offered(line, "mix.kind")).toEqual({ const: "air" });
    expect(offered("data.mix.kind: must be one of air, trimix", "mix.kind")).toEqual({ const: "air" });
    expect(offered("data.mix.colour: must be one of red, blue", "mix.colour")).toEqual({ enum: ["red", "blue"] });
  });
});

test("the key of the action in front of each place is none of the data, but where they have such a member", () => {
  const loc = (...names: readonly string[]) => ({ loc: ["body", ...names], msg: missing });
  const refused = (data: JsonObject, ...entries: readonly Json[]): Exchange =>
    ({
      intent: { kind: "create", actionKey: "plan", data },
      response: { status: 422, json: { value: { detail: entries } } },
    }) as unknown as Exchange;
  expect(textOf(refused({ cave: "x" }, loc("plan", "lot"), loc("plan", "cave")))).toBe(
    `data.lot: ${missing}\ndata.cave: ${missing}`,
  );
  expect(textOf(refused({ plan: {} }, loc("plan", "lot")))).toBe(`data.plan.lot: ${missing}`);
  expect(textOf(refused({}, loc("plan", "lot"), loc("site")))).toContain("data.plan.lot: ");
});

test("what is told of the whole of the data calls no member", () => {
  expect(textsIn({ errors: { base: ["A file is required: at least 1"] } })).toEqual(["A file is required: at least 1"]);
  expect(textsIn({ errors: { non_field_errors: ["Dates clash."] } })).toEqual(["Dates clash."]);
  expect(textsIn({ errors: { base: ["Missing data for required field."] } })).toEqual([
    "data.base: Missing data for required field.",
  ]);
});

test("a file that is wanted is no member, but where it is called so", () => {
  const likely = (told: string) => wordsIn(told).flatMap((word) => (word.likely ? [word.name] : []));
  expect(likely("A file is required: at least 1")).toEqual([]);
  expect(likely("file is required")).toEqual(["file"]);
  expect(likely("a berth is required")).toEqual(["berth"]);
});
