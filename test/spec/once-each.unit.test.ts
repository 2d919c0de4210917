/** Choices of which each value comes once on a trace. */
import { expect, test } from "vitest";
import { fitData } from "../../generators/index.ts";
import { membersOnceEach, ofTurn, withoutThoseBefore } from "../../spec/data-schemas/once-each.ts";
import type { JsonObject } from "../../spec/json.ts";

const area: JsonObject = { enum: ["road", "lift", "slope"], onceEach: true };
const form: JsonObject = {
  type: "object",
  required: ["area", "kind"],
  properties: { area, kind: { enum: ["a", "b"] } },
  additionalProperties: false,
};
const areaOf = (schema: JsonObject) => (schema["properties"] as JsonObject)["area"];

test("they are known by their keyword", () => {
  expect([...membersOnceEach(form)]).toEqual([["area", ["road", "lift", "slope"]]]);
  expect(membersOnceEach(undefined).size).toBe(0);
});

test("each turn has its value, and begins again behind the last one", () => {
  expect([0, 1, 2, 3].map((turn) => areaOf(ofTurn(form, turn)))).toEqual(
    ["road", "lift", "slope", "road"].map((value) => ({ const: value })),
  );
  const other: JsonObject = { type: "object", properties: {} };
  expect(ofTurn(other, 1)).toBe(other);
});

test("on a trace one comes that did not come there before, as long as one is left", () => {
  const after = (...values: readonly string[]) =>
    areaOf(
      withoutThoseBefore(
        form,
        values.map((value) => ({ area: value })),
      ),
    );
  expect(after("road")).toEqual({ const: "lift" });
  expect(after("lift", "road")).toEqual({ const: "slope" });
  expect(after("lift", "road", "slope")).toEqual(area);
  expect(after()).toEqual(area);
});

test("data of an action have the value of its turn, where the turn is known", () => {
  const action = { key: "close", groupLabel: "all", creates: false, appends: true, dataSchema: form };
  const of = (turn: number) =>
    fitData(action, { data: { tcRun: "run", tcMark: `m~run~${String(turn)}` }, turn }).data["area"];
  expect([0, 1, 2].map(of)).toEqual(["road", "lift", "slope"]);
});
