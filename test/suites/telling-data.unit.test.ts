/** Where the creation takes no data of each kind, or not all at once, scripts send them otherwise. */
import { expect, test } from "vitest";
import { kindsIn } from "../../checks/model/states/fidelity.ts";
import { data } from "../../suites/scripts/areas/data.ts";
import { openAtOnce } from "../../suites/scripts/support/processes/ways.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const closed = { type: "object", additionalProperties: false, properties: { subject: { type: "string" } } } as const;
const action = (key: string, dataSchema?: ActionDescription["dataSchema"]): ActionDescription => ({
  key,
  groupLabel: "clerks",
  creates: key === "open",
  appends: key !== "open",
  ...(dataSchema ? { dataSchema } : {}),
});
const contextOf = (...actions: readonly ActionDescription[]) => {
  const context = suiteContextFor();
  const workflows = [{ id: "1", actions }];
  const next = { open: ["sort", "drop", "note"], note: ["sort"], drop: [] };
  const value = { gating: "ordered", workflows: { "1": { next } } } as const;
  return {
    ...context,
    target: { ...context.target, workflows },
    profile: { readings: { "action-gating": { value, evidence: "" } } },
  };
};
const stepsOf = (context: ReturnType<typeof contextOf>, name = "dense-v2"): readonly OperationStep[] =>
  data
    .scripts(context)
    .filter(({ id }) => id.endsWith(name))
    .flatMap(({ steps }) => steps.filter((step): step is OperationStep => "op" in step));

test("the action that takes any data is one that may come at once, and ends nothing where another one does not", () => {
  const open = action("open", closed);
  expect(openAtOnce(contextOf(open, action("sort", closed), action("drop"), action("note")))).toEqual({
    action: "note",
  });
  expect(openAtOnce(contextOf(open, action("sort", closed), action("drop")))).toEqual({ action: "drop" });
  expect(openAtOnce(contextOf(open, action("sort", closed)))).toEqual({});
});

test("where the creation is closed, a few kinds of data come with the action behind it", () => {
  const steps = stepsOf(contextOf(action("open", closed), action("sort", closed), action("note")));
  const act = steps.find((step) => step.op === "act");
  expect(act?.op === "act" && act.action).toBe("note");
  const kinds = act?.op === "act" ? kindsIn(act.data) : [];
  expect(kinds).toEqual(expect.arrayContaining(["DATA-03", "DATA-06", "DATA-07", "DATA-08", "DATA-09"]));
});

test("where it takes any data, they come all at once, but for those that are refused together", () => {
  const context = contextOf(action("open"), action("note"));
  const traitsOf = (steps: readonly OperationStep[]) => (steps[0]?.op === "create" ? (steps[0].traits ?? []) : []);
  expect(traitsOf(stepsOf(context))).toContain("data.long-65537");
  const without = traitsOf(stepsOf({ ...context, apart: ["data.long-65537"] }));
  expect(without).not.toContain("data.long-65537");
  expect(without).toContain("data.long-4097");
});

test("letters of several scripts come in each later action, through each face, without a marker where a form is closed", () => {
  const context = contextOf(action("open", closed), action("sort", closed), action("note"));
  const sent = ["letters-v2", "letters-legacy"].flatMap((name) =>
    stepsOf(context, name).flatMap((step) => (step.op === "act" ? [step] : [])),
  );
  for (const key of ["sort", "note"]) {
    const own = sent.filter((step) => step.action === key);
    expect(new Set(own.map(({ face }) => face))).toEqual(new Set(["v2", "legacy"]));
    expect(own.every(({ traits }) => traits?.includes("data.latin"))).toBe(true);
    expect(own.every((step) => Object.hasOwn(step.data, "tcMark"))).toBe(key === "note");
  }
  expect(stepsOf({ ...context, profile: { readings: {} } } as typeof context, "letters-v2")).toEqual([]);
});
