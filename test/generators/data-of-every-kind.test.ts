/** Where the scripts send data of every kind: in the first action that takes them, or in another workflow that does. */
import { describe, expect, it } from "vitest";
import { kindsIn } from "../../checks/model/states/fidelity.ts";
import { acceptedDataTraits } from "../../generators/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import { scenarioScripts } from "../../suites/scripts/index.ts";
import { suiteContextFor } from "./contexts.ts";

const context = suiteContextFor();

describe("data of every kind", () => {
  const closed: JsonObject = {
    type: "object",
    properties: { amount: { type: "integer" } },
    additionalProperties: false,
  };
  const action = (key: string, more: object = {}) => ({
    key,
    groupLabel: "all",
    creates: false,
    appends: true,
    ...more,
  });
  const everyKind = acceptedDataTraits([]).map(({ trait }) => trait);
  const laterIn = (actions: readonly ReturnType<typeof action>[], accepted: readonly string[] = everyKind) => {
    const order = action("order", { creates: true, appends: false, dataSchema: closed });
    const workflows = [{ id: "1", actions: [order, ...actions] }];
    const next = { order: ["ship"], ship: ["close"], close: [] };
    const value = { gating: "ordered" as const, workflows: { "1": { next } } };
    const features = { value: { accepted, refused: [] }, evidence: "" };
    const profile = { readings: { "action-gating": { value, evidence: "" }, "input-features": features } };
    return scenarioScripts(suiteContextFor({ target: { ...context.target, workflows }, profile })).filter(({ id }) =>
      id.startsWith("scenarios/data/later"),
    );
  };

  it("are sent where an action takes them that comes later only", () => {
    const scripts = laterIn([action("ship", { dataSchema: closed }), action("close")]);
    expect(scripts.map(({ id }) => id)).toEqual(["scenarios/data/later-v2", "scenarios/data/later-legacy"]);
    const written = scripts.map((script) => placedSteps(script).flatMap(({ step }) => ("data" in step ? [step] : [])));
    for (const steps of written) {
      expect(steps.map((step) => ("action" in step ? step.action : ""))).toEqual(["order", "ship", "close"]);
      expect(Object.keys(steps[2]?.data ?? {}).length).toBeGreaterThan(20);
    }
  });

  it("are sent in few bytes as well there, for a piece with a very long text may be too much", () => {
    const scripts = laterIn([action("ship", { dataSchema: closed }), action("close")], []);
    const few = scripts.filter(({ id }) => id.includes("/later-few-"));
    expect(few).toHaveLength(2);
    for (const script of few) {
      const last = placedSteps(script).findLast(({ step }) => step.op === "act")?.step;
      const sent = last?.op === "act" ? last.data : {};
      expect(JSON.stringify(sent).length).toBeLessThan(2_000);
      expect(kindsIn(sent)).toEqual(expect.arrayContaining(["DATA-06", "DATA-07", "DATA-08", "DATA-09"]));
    }
  });

  it("are sent in pieces besides where nothing says which of them are refused", () => {
    const scripts = laterIn([action("ship", { dataSchema: closed }), action("close")], []);
    expect(scripts.length).toBeGreaterThan(4);
    const kinds = scripts
      .slice(1)
      .map((script) => placedSteps(script).flatMap(({ step }) => ("traits" in step ? (step.traits ?? []) : [])));
    expect(kinds.filter((some) => some.length > 0 && some.length <= 14).length).toBeGreaterThan(2);
    expect(new Set(kinds.flat()).size).toBeGreaterThan(200);
  });

  it("are sent in another workflow that takes any and shows them, where the first begins with a form", () => {
    const elsewhere = (dataSchema: JsonObject | undefined, path: readonly string[] | null) => {
      const first = action("order", { creates: true, ...(dataSchema ? { dataSchema } : {}) });
      const workflows = [
        { id: "1", actions: [first] },
        { id: "2", actions: [action("note", { creates: true })] },
      ];
      const value = { path, fold: "list-of-actions" as const, encoding: "json" as const, exact: true };
      const profile = { readings: { "state-data": { value, evidence: "" } } };
      const all = scenarioScripts(suiteContextFor({ target: { ...context.target, workflows }, profile }));
      return all.filter(({ id }) => id.startsWith("scenarios/data/elsewhere"));
    };
    const scripts = elsewhere(closed, ["notes"]);
    expect(scripts.map(({ id }) => id)).toEqual(["scenarios/data/elsewhere-v2", "scenarios/data/elsewhere-legacy"]);
    for (const script of scripts) {
      const created = placedSteps(script).flatMap(({ step }) => (step.op === "create" ? [step] : []));
      expect(created.map(({ workflow }) => workflow)).toEqual([1, 1]);
      expect(kindsIn(created[0]?.data ?? {})).toEqual(expect.arrayContaining(["DATA-04", "DATA-08", "DATA-09"]));
    }
    expect(elsewhere(undefined, ["notes"])).toEqual([]);
    expect(elsewhere(closed, null)).toEqual([]);
  });

  it("are not sent so where the first action already takes them, or none does", () => {
    expect(laterIn([action("ship"), action("close")])).toEqual([]);
    expect(laterIn([action("ship", { dataSchema: closed }), action("close", { dataSchema: closed })])).toEqual([]);
  });

  it("are sent in a few kinds to each further workflow that takes any", () => {
    const begin = (dataSchema?: JsonObject) => ({
      id: "",
      actions: [action("open", { creates: true, appends: false, ...(dataSchema ? { dataSchema } : {}) })],
    });
    const workflows = [begin(), begin(), begin(closed), begin()].map((one, at) => ({ ...one, id: String(at) }));
    const target = { ...context.target, workflows };
    const scripts = (depth: "quick" | "standard") =>
      scenarioScripts(suiteContextFor({ target, depth })).filter(({ id }) => id === "scenarios/data/each-workflow");
    expect(scripts("quick")).toEqual([]);
    const [script] = scripts("standard");
    const created = (script?.steps ?? []).flatMap((step) => ("op" in step && step.op === "create" ? [step] : []));
    expect(created.map(({ workflow }) => workflow)).toEqual([1, 3]);
    for (const { data } of created) expect(kindsIn(data)).toEqual(expect.arrayContaining(["DATA-03", "DATA-06"]));
    const read = (script?.steps ?? []).flatMap((step) => ("op" in step && step.op === "state" ? [step.face] : []));
    expect(read.toSorted()).toEqual(["legacy", "legacy", "v2", "v2"]);
  });

  it("are sent in a process at depth quick as well, which may have no room for all that the smoke scripts send", () => {
    const value = { gating: "ordered" as const, workflows: { "1": { next: { open: ["open"] } } } };
    const workflows = [{ id: "1", actions: [action("open", { creates: true })] }];
    const target = { ...context.target, workflows };
    const dense = (profile: Profile) =>
      scenarioScripts(suiteContextFor({ target, profile, depth: "quick" })).filter(({ id }) =>
        id.startsWith("scenarios/data/dense"),
      );
    expect(dense({ readings: { "action-gating": { value, evidence: "" } } })).toHaveLength(1);
    expect(dense({ readings: {} })).toEqual([]);
  });
});
