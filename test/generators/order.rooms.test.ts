/** The order in which scripts are started. */
import { describe, expect, it } from "vitest";
import { greedyOrder, type ScriptValue } from "../../scripts/script-values/greedy-order.ts";
import { byValue } from "../../suites/engine/plan/by-value.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { catalog } from "../../suites/engine/plan/catalog.ts";
import { scriptOrder } from "../../suites/scripts/order.ts";
import { showingMost } from "../../suites/scripts/showing-most.ts";
import type { SuiteContext } from "../../suites/scripts/index.ts";
import { suiteContextFor } from "./contexts.ts";

const value = (id: string, exchanges: number, ...faults: string[]): ScriptValue => ({
  id,
  exchanges,
  traces: 1,
  requirements: new Set(),
  faults: new Set(faults),
});

/** A process: one approval, after which nothing but the end may come. */
const claims: WorkflowDescription = {
  id: "1",
  actions: [
    {
      key: "open",
      groupLabel: "clerks",
      creates: true,
      appends: false,
      dataSchema: {
        type: "object",
        required: ["sum", "note"],
        properties: { sum: { type: "number" }, note: { type: "string" } },
        additionalProperties: false,
      },
    },
    { key: "approve", groupLabel: "clerks", creates: false, appends: true, after: ["open"], atMost: 1 },
    { key: "close", groupLabel: "clerks", creates: false, appends: true, after: ["approve"], ends: true },
  ],
};

/** Each for a group of its own, so that what is not theirs can be tried. */
const peopleOfClaims: NonNullable<SuiteContext["target"]["people"]> = [
  { account: "first", groups: ["clerks"], may: ["read", "write", "search"] },
  { account: "user-0", groups: ["others"], may: ["read", "write", "search"] },
];

describe("the recorded order", () => {
  it("puts first what catches most for its requests, then what catches more that is new", () => {
    const values = [
      value("none", 1),
      value("dear", 40, "a", "b", "c"),
      value("cheap", 10, "a", "b"),
      value("new", 20, "d"),
    ];
    expect(greedyOrder(values)).toEqual(["cheap", "new", "dear", "none"]);
  });

  it("names scripts that there are", () => {
    const merged = { path: [], fold: "shallow-merge", encoding: "json", exact: true } as const;
    const withStatus = { ...merged, ownValues: { status: ["open", "closed"] } };
    const ofClaims = { ...suiteContextFor().target, people: peopleOfClaims, workflows: [claims] };
    // At depth deep, scripts go through both faces, whatever the seed.
    const contexts = [
      ...(["quick", "standard", "deep"] as const).map((depth) => suiteContextFor({ depth })),
      suiteContextFor({ disturbed: true }),
      suiteContextFor({
        target: ofClaims,
        profile: { readings: { "state-data": { value: withStatus, evidence: "" } } },
      }),
      suiteContextFor({ profile: { readings: { "state-data": { value: merged, evidence: "" } } } }),
    ];
    const known = new Set(contexts.flatMap((context) => catalog(context).map(({ id }) => id)));
    expect([...scriptOrder, ...showingMost].filter((id) => !known.has(id))).toEqual([]);
  });

  it("puts first what shows most where traces may run out, behind the smoke scripts", () => {
    const { target } = suiteContextFor();
    const lastOf = (context: SuiteContext): number => {
      const ids = catalog(context).map(({ id }) => id);
      // One that rests for long may be among them.
      expect(ids.slice(0, 12).filter((id) => id.startsWith("scenarios/smoke/")).length).toBeGreaterThanOrEqual(11);
      return Math.max(...showingMost.map((id) => ids.indexOf(id)));
    };
    expect(lastOf(suiteContextFor())).toBeGreaterThan(60);
    expect(lastOf(suiteContextFor({ mostTraces: 5_000 }))).toBeGreaterThan(60);
    expect(lastOf(suiteContextFor({ mostTraces: 100 }))).toBeLessThan(45);
    expect(lastOf(suiteContextFor({ target: { ...target, workflows: [claims] } }))).toBeLessThan(45);
  });

  it("keeps every group, and starts last what runs alone", () => {
    const groups = catalog(suiteContextFor());
    expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
    const alone = groups.map(({ scripts }) => scripts.some(({ exclusive }) => exclusive === true));
    expect(alone.slice(alone.indexOf(true)).every(Boolean)).toBe(true);
  });

  it("starts a long script before the run would wait for its end, and not among the first", () => {
    const asked = (requests: number) =>
      Array.from({ length: requests }, () => ({ op: "workflows", face: "v2" }) as const);
    const group = (id: string, steps: Script["steps"]) => ({ id, scripts: [{ id, title: id, steps }] });
    const named = scriptOrder.slice(0, 40);
    const long = named.at(-1) ?? "";
    const placeOf = (steps: Script["steps"]): number =>
      byValue(named.map((id) => group(id, id === long ? steps : asked(5)))).findIndex(({ id }) => id === long);
    expect(placeOf(asked(50))).toBe(32);
    expect(placeOf(asked(2))).toBe(named.length - 1);
    // The same requests, of which no one waits for another.
    expect(placeOf([{ parallel: asked(50).map((step) => [step]) }])).toBe(named.length - 1);
  });

  it("starts the longest first of what no record names", () => {
    const group = (id: string, requests: number) => ({
      id,
      scripts: [
        { id, title: id, steps: Array.from({ length: requests }, () => ({ op: "workflows", face: "v2" }) as const) },
      ],
    });
    expect(byValue([group("z", 2), group("y", 2), group("x", 3)]).map(({ id }) => id)).toEqual(["x", "z", "y"]);
  });
});
