/** What refusals tell in place of what was sent, where an earlier action of the trace brought it. */
import { describe, expect, test } from "vitest";
import { toldAndBrought, withBrought } from "../../../probes/process/forms/told/brought-first.ts";
import { aDecimal, plainText, wholeNumber } from "../../../probes/process/forms/told/offered-values.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

const brought = new Map<string, JsonObject>([
  ["pack", { units: 472, loggers: ["LG-100", "LG-200"], price: 12.5 }],
  ["receive", { unitsReceived: 470, at: "2026-05-04T08:30:00Z" }],
]);
const told = (words: string, member = "units", sent = wholeNumber) =>
  toldAndBrought(brought, { name: member }, sent, words);

describe("the very same once more", () => {
  test("a number, wherever it was brought", () => {
    expect(told("units must be the 470 units received")).toEqual({
      value: 470,
      schema: { type: "number", broughtBy: [{ key: "receive", path: ["unitsReceived"] }] },
    });
    expect(told("price must equal 12.5", "price", aDecimal)?.schema).toMatchObject({
      broughtBy: [{ key: "pack", path: ["price"] }],
    });
  });

  test("one of a list of codes", () => {
    expect(told("logger must be one of those packed: LG-200, LG-100", "logger", plainText)).toEqual({
      value: "LG-200",
      schema: { const: "LG-200", broughtBy: [{ key: "pack", path: ["loggers", "*"] }] },
    });
  });

  test("one of a list of little words, where all of them are told and no others", () => {
    const reel = new Map<string, JsonObject>([["deliver", { languages: ["de", "fr"], film: "The Ferry" }]]);
    const of = (words: string) => toldAndBrought(reel, { name: "language" }, plainText, words);
    expect(of("language must be one of de, fr")).toEqual({
      value: "de",
      schema: { const: "de", broughtBy: [{ key: "deliver", path: ["languages", "*"] }] },
    });
    expect(of("language must be one of de, en, fr")).toBeUndefined();
    expect(of("language is not known")).toBeUndefined();
  });

  test("one of which a line tells behind a code of the refusal that is called like the member", () => {
    const wigs = new Map<string, JsonObject>([["book", { wigs: [{ code: "CH-809" }] }]]);
    const of = toldAndBrought(wigs, { name: "code" }, plainText, "code: PEL-011\ncode: must be one of: CH-809.");
    expect(of).toMatchObject({ value: "CH-809", schema: { broughtBy: [{ key: "book" }] } });
  });

  test("one of the codes that stand in objects of a list", () => {
    const objects = new Map<string, JsonObject>([["request", { objects: [{ code: "INV-1" }, { code: "INV-2" }] }]]);
    expect(toldAndBrought(objects, { name: "code" }, plainText, "code must be one of INV-1, INV-2")).toEqual({
      value: "INV-1",
      schema: { const: "INV-1", broughtBy: [{ key: "request", path: ["objects", "*", "code"] }] },
    });
  });

  test("a text that stands behind what it must be, and no plain word", () => {
    const signed = new Map<string, JsonObject>([["sign", { steps: [{ name: "keel of 7 m " }, { name: "deck" }] }]]);
    const of = (words: string) => toldAndBrought(signed, { name: "step" }, plainText, words);
    expect(of("step must be keel of 7 m")).toEqual({
      value: "keel of 7 m ",
      schema: { const: "keel of 7 m ", broughtBy: [{ key: "sign", path: ["steps", "*", "name"] }] },
    });
    expect(of("step: keel of 7 m was reached before")).toBeUndefined();
    expect(of("step must be on deck")).toBeUndefined();
  });

  test("the list of words that was brought by the name", () => {
    const asked = new Map<string, JsonObject>([["ask", { papers: ["plan", "proof"] }]]);
    const sent = { value: ["plan", "trees"], schema: { type: "array" } };
    const from = { broughtBy: [{ key: "ask", path: ["papers"] }] };
    const toldOf = (words: string) => toldAndBrought(asked, { name: "papers" }, sent, words);
    expect(toldOf("papers: only plan, proof were asked for")).toEqual({
      value: ["plan", "proof"],
      schema: { type: "array", ...from },
    });
    expect(toldOf("papers: trees were not asked for")).toBeUndefined();
  });

  test("no small number by chance, and nothing that the run sends of its own", () => {
    const few = new Map<string, JsonObject>([["open", { rooms: 3, unitsOrdered: 4, plainCount: 104 }]]);
    const of = (words: string) => toldAndBrought(few, { name: "units" }, wholeNumber, words)?.schema["broughtBy"];
    expect(of("units must be 3")).toBeUndefined();
    expect(of("units must be 104")).toBeUndefined();
    expect(of("units must be 4")).toEqual([{ key: "open", path: ["unitsOrdered"] }]);
  });

  test("nothing that was not brought, no day, and nothing within others", () => {
    expect(told("units must be the 471 units received")).toBeUndefined();
    expect(told("at must be 2026-05-04T08:30:00Z", "at", plainText)).toBeUndefined();
    expect(told("units must be the 470 units received", "lines[0].units")).toBeUndefined();
    expect(told("units must be the 12 units received")).toBeUndefined();
  });
});

describe("not more than that", () => {
  const less = { type: "integer", minimum: 0, maximum: 900 };
  const tooMany = { value: 900, schema: less };

  test("a number that is told as the end of what is taken", () => {
    expect(told("units must not exceed the 472 units packed", "units", tooMany)).toEqual({
      value: 472,
      schema: { ...less, broughtBy: [{ key: "pack", path: ["units"] }], notMoreThanBrought: true },
    });
  });

  test("a lower one than was sent, in words that tell no more", () => {
    const schema = { ...less, broughtBy: [{ key: "receive", path: ["unitsReceived"] }], notMoreThanBrought: true };
    expect(told("units: Rest 470", "units", tooMany)).toEqual({ value: 470, schema });
    expect(told("units: Rest 470")?.schema).not.toHaveProperty("notMoreThanBrought");
    expect(told("units must be the 470 received", "units", tooMany)?.schema).not.toHaveProperty("notMoreThanBrought");
  });

  test("not what nobody brought, as what is left, nor a least number", () => {
    expect(told("units must not exceed the 471 left", "units", tooMany)).toBeUndefined();
    expect(told("units must be at least 472")).toBeUndefined();
  });
});

test("the form of an action names it in its place", () => {
  const refusal = (message: string, data: JsonObject): Exchange =>
    ({
      intent: { kind: "act", data },
      response: { status: 422, headers: {}, json: { value: { error: { message } } } },
    }) as unknown as Exchange;
  const form = { type: "object", properties: { units: { const: 9 }, why: { type: "string" } } };
  const refused = refusal("units must be the 470 units received", { units: 9, why: "old" });
  const units = { type: "number", broughtBy: [{ key: "receive", path: ["unitsReceived"] }] };
  expect(withBrought(form, refused, brought)).toEqual({
    name: "units",
    schema: { ...form, properties: { ...form.properties, units } },
  });
  const examples = { ...form, properties: { units: {}, why: {} }, enum: [{ units: 9, why: "old" }] };
  const { broughtBy } = units;
  expect(withBrought(examples, refused, brought)?.schema["properties"]).toEqual({ units: { broughtBy }, why: {} });
  expect(withBrought(form, refusal("why is too short", { units: 470, why: "old" }), brought)).toBeUndefined();
  expect(withBrought(form, refused)).toBeUndefined();
});

test("a member with which the code of the refusal begins is named by what the trace brought", () => {
  const panels = new Map<string, JsonObject>([["takeOut", { panel: "2c", crate: 4 }]]);
  const form = { type: "object", properties: { panel: { type: "string" }, note: { type: "string" } } };
  const refused = (code: string) =>
    ({
      intent: { kind: "act", data: { panel: "1a", note: "x" } },
      response: { status: 400, json: { value: { code, message: "in the workshop: 2c" } } },
    }) as unknown as Exchange;
  expect(withBrought(form, refused("panel.notThere"), panels)?.schema).toMatchObject({
    properties: { panel: { const: "2c", broughtBy: [{ key: "takeOut", path: ["panel"] }] } },
  });
  expect(withBrought(form, refused("not.there"), panels)).toBeUndefined();
});
