/** Scripts of a target that takes each text once: no two of them have the same. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { CreateStep, Script } from "../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { textsApart } from "../../suites/engine/plan/texts-apart.ts";

const action: ActionDescription = {
  key: "enrol",
  groupLabel: "site",
  creates: true,
  appends: false,
  ownTexts: true,
  dataSchema: {
    type: "object",
    required: ["who", "number"],
    properties: { who: { type: "string" }, number: { type: "string", pattern: "^0[1-4]-[0-9]$" } },
    additionalProperties: false,
  },
};
const workflows = [{ id: "1", actions: [action] }];

const create = (data: JsonObject): CreateStep => ({
  op: "create",
  face: "v2",
  workflow: 0,
  action: "enrol",
  data,
  markerAt: ["who"],
});
const enrolling = (id: string, ...numbers: string[]): Script => ({
  id,
  title: id,
  steps: numbers.map((number, at) => create({ who: `m~20270131-3f9k2c~${id}-${String(at)}`, number })),
});
const numbersOf = (script: Script): unknown[] =>
  placedSteps(script).flatMap(({ step }) => (step.op === "create" ? [step.data["number"]] : []));

test("what another script has becomes another text", () => {
  const scripts = Array.from({ length: 30 }, (_, at) => enrolling(`s${String(at)}`, "01-1"));
  const numbers = scripts.map(textsApart(workflows)).flatMap(numbersOf);
  expect(new Set(numbers).size).toBe(30);
  expect(numbers[0]).toBe("01-1");
});

test("what the probes sent is not sent again", () => {
  expect(numbersOf(textsApart(workflows, ["01-1"])(enrolling("a", "01-1", "02-2")))).toEqual([
    expect.not.stringMatching("01-1"),
    "02-2",
  ]);
});

test("what a script sends twice on purpose stays twice", () => {
  const apart = textsApart(workflows);
  apart(enrolling("a", "01-1"));
  const [one, other] = numbersOf(apart(enrolling("b", "01-1", "01-1")));
  expect(one).not.toBe("01-1");
  expect(other).toBe(one);
});

test("the same scripts become the same, and filters look for what is there", () => {
  const search = { op: "search", face: "v2", workflow: 0, filters: { number: "01-1" } } as const;
  const script = { ...enrolling("b", "01-1"), steps: [...enrolling("b", "01-1").steps, search] };
  const [one, other] = [textsApart(workflows, ["01-1"])(script), textsApart(workflows, ["01-1"])(script)];
  expect(one).toEqual(other);
  expect(one.steps.at(-1)).toMatchObject({ filters: { number: numbersOf(one)[0] } });
});

test("where texts may come twice, scripts stay as they are", () => {
  const { ownTexts: _, ...plain } = action;
  const script = enrolling("a", "01-1");
  expect(textsApart([{ id: "1", actions: [plain] }], ["01-1"])(script)).toBe(script);
});
