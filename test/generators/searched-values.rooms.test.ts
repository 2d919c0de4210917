/** Searches in a process by what its forms let through and its states count, and without any filter. */
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { scenarioScripts, type SuiteContext } from "../../suites/scripts/index.ts";
import { suiteContextFor } from "./contexts.ts";

const form = {
  type: "object",
  additionalProperties: false,
  required: ["load", "rush"],
  properties: { load: { type: "number", minimum: 0, maximum: 900 }, rush: { type: "boolean" } },
};
const actions = [
  { key: "order", groupLabel: "all", creates: true, appends: false, dataSchema: form },
  { key: "ship", groupLabel: "all", creates: false, appends: true },
  { key: "close", groupLabel: "all", creates: false, appends: true },
];
const gating = {
  gating: "ordered",
  workflows: { "1": { next: { order: ["ship"], ship: ["ship", "close"], close: [] } } },
} as const;
const state = { path: null, fold: "shallow-merge", encoding: "json", exact: false } as const;

/** The same process with a creation of which there are examples. */
const byExamples = (examples: readonly JsonObject[]): readonly ActionDescription[] => {
  const dataSchema = {
    ...{ type: "object", additionalProperties: false, required: Object.keys(examples[0] ?? {}) },
    properties: {
      ...{ load: { type: "number" }, rush: { type: "boolean" } },
      ...{ port: { type: "string" }, day: { type: "string" }, remark: { type: "string" } },
    },
  };
  return actions.map((action) => (action.creates ? { ...action, dataSchema, examples } : action));
};

function contextWith(
  { ownNumbers }: Pick<OpenPointValues["state-data"], "ownNumbers"> = {},
  isProcess = true,
  examples: readonly JsonObject[] = [],
): SuiteContext {
  const { target } = suiteContextFor();
  return suiteContextFor({
    target: { ...target, workflows: [{ id: "1", actions: examples.length > 0 ? byExamples(examples) : actions }] },
    profile: {
      readings: {
        ...(isProcess ? { "action-gating": { value: gating, evidence: "" } } : {}),
        "state-data": { value: { ...state, ...(ownNumbers ? { ownNumbers } : {}) }, evidence: "" },
      },
    },
  });
}

const stepsOf = (context: SuiteContext, name: string): readonly OperationStep[] =>
  scenarioScripts(context)
    .filter(({ id }) => id === `scenarios/search/${name}`)
    .flatMap((script) => placedSteps(script).map(({ step }) => step));

const filtersIn = (steps: readonly OperationStep[], face: string): readonly Json[] =>
  steps.flatMap((step) => (step.op === "search" && step.face === face ? [step.filters] : []));

test("numbers and flags of a form are searched for by their names alone, 0 and false among them", () => {
  const steps = stepsOf(contextWith(), "of-the-form");
  const created = steps.flatMap((step) => (step.op === "create" ? [step.data] : []));
  const loads = created.map(({ load }) => load);
  expect(loads).toContain(0);
  expect(loads.some((load) => !Number.isInteger(load))).toBe(true);
  expect(new Set(created.map(({ rush }) => rush))).toEqual(new Set([true, false]));
  const asked = ["v2", "legacy"].map((face) => filtersIn(steps, face));
  for (const filters of asked) {
    expect(filters).toContainEqual({ load: 0 });
    for (const { load = null } of created) expect(filters).toContainEqual({ load });
  }
  expect(asked.flat()).toContainEqual({ rush: false });
  expect(steps.length).toBeLessThanOrEqual(25);
  // The state is read after the searches, by which it is known what they had to find.
  expect(steps.slice(-created.length).every(({ op }) => op === "state")).toBe(true);
});

test("two traces are alike but for their markers, so that one search has to find both", () => {
  const plain = { load: 12.5, rush: true, port: "Ems", day: "2048-01-01" };
  const steps = stepsOf(contextWith({}, true, [plain, { ...plain, load: 7 }]), "of-the-form");
  const created = steps.flatMap((step) => (step.op === "create" ? [step.data as JsonObject] : []));
  const twins = created.filter(({ load, rush }) => load === created[0]?.["load"] && rush === created[0]?.["rush"]);
  expect(new Set(twins.map(({ port }) => port)).size).toBe(2);
});

test("where states show no marker, a text that all have finds each of them", () => {
  const properties = { load: { type: "number" }, port: { type: "string" }, remark: { type: "string", maxLength: 60 } };
  const dataSchema = { ...form, required: Object.keys(properties), properties };
  const known = contextWith();
  const value = { ...state, absent: ["tcMark"] };
  const profile = { readings: { ...known.profile.readings, "state-data": { value, evidence: "" } } };
  const stepsWith = (ownTexts: boolean) => {
    const own = actions.map((one) => (one.creates ? { ...one, dataSchema, ...(ownTexts ? { ownTexts } : {}) } : one));
    const target = { ...known.target, workflows: [{ id: "1", actions: own }] };
    return stepsOf({ ...known, target, profile }, "of-the-form");
  };
  const textsIn = (steps: readonly OperationStep[]) =>
    filtersIn(steps, "legacy").flatMap((filters) =>
      Object.entries(filters ?? {}).filter(([, text]) => typeof text === "string" && !text.startsWith("no ")),
    );
  const steps = stepsWith(false);
  const [[name, text] = ["", ""]] = textsIn(steps);
  const created = steps.flatMap((step) => (step.op === "create" ? [step] : []));
  expect(created.length).toBeGreaterThan(2);
  expect(created.map(({ data }) => data[name])).toEqual(created.map(() => text));
  expect(created.map(({ markerAt }) => markerAt?.[0])).not.toContain(name);
  // Where each must have texts of its own, none has the text of another.
  expect(textsIn(stepsWith(true))).toEqual([]);
});

test("several members together are such as all examples have: another may be no key of searches", () => {
  const plain = { load: 12.5, rush: true, port: "Ems", day: "2048-01-01" };
  const steps = stepsOf(contextWith({}, true, [plain, { ...plain, rush: false, remark: "heavy" }]), "of-the-form");
  const asked = ["v2", "legacy"].flatMap((face) => filtersIn(steps, face)).map((filters) => Object.keys(filters ?? {}));
  expect(asked.some((names) => names.length > 2)).toBe(true);
  expect(asked.flat()).not.toContain("remark");
});

test("numbers that states count are searched for far on a way, which is read after each action", () => {
  const context = contextWith({ ownNumbers: { "1": { shipped: [0, 1, 2], done: [false, true] } } });
  const steps = stepsOf(context, "own-numbers");
  expect(steps.map(({ op }) => op).join(" ")).toMatch(/^create state (act state )+(search )+state$/);
  const filters = ["v2", "legacy"].flatMap((face) => filtersIn(steps, face));
  for (const value of [0, 1, 2]) expect(filters).toContainEqual({ shipped: value });
  for (const value of [false, true]) expect(filters).toContainEqual({ done: value });
  expect(stepsOf(contextWith(), "own-numbers")).toEqual([]);
});

test("what found a trace at its beginning is sought at its end once the index has taken in what was done since", () => {
  const keys = { path: [], join: "dotted", inner: "none", text: "exact", empty: "all" } as const;
  const known = contextWith();
  const { readings } = known.profile;
  const value = { ...keys, valueTypes: ["number", "boolean"] };
  const profile = { readings: { ...readings, "search-keys": { value, evidence: "" } } };
  const script = scenarioScripts({ ...known, profile }).find(({ id }) => id === "scenarios/gating/found-to-the-end");
  const steps = placedSteps(script ?? { id: "", title: "", steps: [] }).map(({ step }) => step);
  const rests = steps.flatMap((step) => (step.op === "search" ? [(step.restMs ?? 0) > 0] : []));
  expect(rests).toEqual([false, false, true, false]);
});

test("both faces are asked without any filter three times, with a new trace before the third", () => {
  const steps = stepsOf(contextWith(), "unfiltered");
  expect(steps.map(({ op, face }) => `${op} ${face}`).slice(0, 7)).toEqual([
    ...["search v2", "search legacy", "search v2", "search legacy", "create v2", "search v2", "search legacy"],
  ]);
  expect(steps.filter(({ restMs = 0 }) => restMs > 1_000).map(({ op }) => op)).toEqual(["search", "search"]);
});

test("where every action may come at any time, none of these is sent", () => {
  const context = contextWith({ ownNumbers: { "1": { shipped: [0, 1] } } }, false);
  for (const name of ["of-the-form", "own-numbers", "unfiltered"]) expect(stepsOf(context, name)).toEqual([]);
});
