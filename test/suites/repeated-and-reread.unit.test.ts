/** Actions of which the data decide are sent with the same data again, and links are read again once others have read them. */
import { describe, expect, test } from "vitest";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { extremeData, extremesOf } from "../../suites/scripts/support/refusals/extreme-data.ts";
import { readAgain } from "../../suites/scripts/support/people/read-again.ts";
import { repeatedData } from "../../suites/scripts/support/processes/repeated-data.ts";
import type { SuiteContext } from "../../suites/scripts/context.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const action = (key: string, groupLabel: string, files?: "some") => ({
  key,
  groupLabel,
  creates: key === "open",
  appends: key !== "open",
  ...(files ? { files } : {}),
});
const actions = [
  action("open", "buyers"),
  action("bid", "north", "some"),
  action("bid", "south"),
  action("ask", "north"),
];
const may = ["read", "write", "search"] as const;
const people = [
  { account: "first", groups: ["buyers"], may },
  { account: "user-0", groups: ["north"], may },
  { account: "user-1", groups: ["south"], may },
  { account: "user-2", groups: ["lawyers"], may },
] as const;

function contextWith(gating: OpenPointValues["action-gating"]): SuiteContext {
  const context = suiteContextFor();
  const profile = { readings: { "action-gating": { value: gating, evidence: "" } } };
  return {
    ...context,
    depth: "standard",
    target: { ...context.target, people, workflows: [{ id: "1", actions }] },
    profile,
  };
}

const gating = {
  gating: "ordered",
  workflows: { "1": { next: { open: ["bid", "ask"], bid: ["ask"], ask: [] } } },
} as const;
const stepsOf = ({ steps }: Script): readonly OperationStep[] => steps.flatMap((step) => ("op" in step ? [step] : []));

describe("links that are read again", () => {
  test("by who sent what several groups may send, once the others have read them", () => {
    const [script, ...others] = readAgain(contextWith(gating), scriptsOf("people"));
    expect(others).toEqual([]);
    const steps = script ? stepsOf(script) : [];
    expect(steps.flatMap((step) => (step.op === "act" ? [[step.action, step.files?.length ?? 0]] : []))).toEqual([
      ["bid", 1],
      ["ask", 0],
    ]);
    expect(steps.flatMap((step) => (step.op === "details" ? [step.actor] : []))).toEqual([
      ...["user-0", "user-0", "user-1", "user-2", "user-0", "user-0"],
    ]);
  });

  test("nowhere where any action may come at any time", () => {
    expect(readAgain(contextWith({ gating: "free" }), scriptsOf("people"))).toEqual([]);
  });
});

describe("data that are sent again", () => {
  const found = (more: Partial<OpenPointValues["action-gating"]>) =>
    repeatedData(contextWith({ ...gating, ...more }), scriptsOf("gating"), {
      index: 0,
      workflow: { id: "1", actions },
    });

  test("to the actions of which they decide, through each face first", () => {
    const scripts = found({ byContent: { "1": { ask: "data" } } });
    expect(scripts).toHaveLength(2);
    for (const script of scripts) {
      const [first, second, third, other] = stepsOf(script).flatMap((step) =>
        step.op === "act" && step.action === "ask" ? [step] : [],
      );
      expect(first?.face).not.toBe(second?.face);
      expect(third?.face).toBe(first?.face);
      expect([second?.data, third?.data]).toEqual([first?.data, first?.data]);
      expect(other?.data).not.toEqual(first?.data);
    }
  });

  test("to none where nothing says that they decide", () => {
    expect(found({})).toEqual([]);
    expect(found({ byContent: { "2": { ask: "data" } } })).toEqual([]);
  });
});

describe("data at their ends", () => {
  const properties = { amount: { type: "number", maximum: 9 }, paid: { type: "boolean" }, terms: { type: "array" } };
  const dataSchema = { type: "object", properties, required: Object.keys(properties), additionalProperties: false };

  test("are those of a form with nothing in its lists, other days, the highest and lowest numbers, and other flags", () => {
    const data = { amount: 5, paid: true, terms: ["a", "b"], note: "text", due: "2026-03-10T08:00:00Z" };
    expect(extremesOf({ ...action("bid", "north"), dataSchema }, data)).toEqual([
      { ...data, terms: [] },
      { ...data, due: "2023-06-14T08:00:00Z" },
      { ...data, amount: 9000 },
      // A rule that knows of an earlier number refuses what a form may take.
      { ...data, amount: 500 },
      { ...data, amount: 50 },
      { ...data, amount: 9 },
      { ...data, due: "2028-12-04T08:00:00Z" },
      { ...data, amount: 0 },
      { ...data, paid: false },
    ]);
    expect(extremesOf(action("bid", "north"), { note: "text" })).toEqual([]);
    // A form may refuse one of several for its own bound, and no rule is asked for the other.
    const several = extremesOf(action("bid", "north"), { hours: 5.5, rate: 85.5 });
    expect(several.filter(({ rate }) => rate === 85.5)).toEqual([55, 11].map((hours) => ({ hours, rate: 85.5 })));
    expect(several.filter(({ hours }) => hours === 5.5)).toEqual([855, 171].map((rate) => ({ hours: 5.5, rate })));
    expect(extremesOf(action("bid", "north"), { amount: 5 })).toEqual([
      ...[5000, 500, 50, 10, 0].map((amount) => ({ amount })),
    ]);
  });

  test("are sent, too, where an action with numbers came many times, as often as it may", () => {
    const context = contextWith({ gating: "ordered", workflows: { "1": { next: { open: ["ask"], ask: ["ask"] } } } });
    const asking = [actions[0], actions[3]].flatMap((one) => (one ? [{ ...one, dataSchema }] : []));
    const target = { ...context.target, workflows: [{ id: "1", actions: asking }] };
    const scripts = extremeData({ ...context, target }, scriptsOf("may-refuse"));
    const before = scripts.map((script) =>
      stepsOf(script).filter((step) => step.op === "act" && step.outOfOrder !== true && step.action === "ask"),
    );
    expect(before.map(({ length }) => length)).toContain(3);
  });

  test("are sent once at a place that is the best one for two reasons", () => {
    const paths = [["open", "ask", "ask"]];
    const context = contextWith({ gating: "ordered", workflows: { "1": { paths } } });
    const asking = [actions[0], actions[3]].flatMap((one) => (one ? [{ ...one, dataSchema }] : []));
    const target = { ...context.target, workflows: [{ id: "1", actions: asking }] };
    expect(extremeData({ ...context, target }, scriptsOf("may-refuse"))).toHaveLength(1);
  });

  test("are sent to the actions of a process alike through both faces, with the links and the state read after each", () => {
    const context = contextWith(gating);
    const workflows = [{ id: "1", actions: actions.map((one) => (one.key === "ask" ? { ...one, dataSchema } : one)) }];
    const [script, ...others] = extremeData(
      { ...context, target: { ...context.target, workflows } },
      scriptsOf("may-refuse"),
    );
    expect(others).toEqual([]);
    const steps = script ? stepsOf(script) : [];
    const asked = steps.flatMap((step) => (step.op === "act" && step.action === "ask" ? [step] : []));
    expect(asked.length).toBeGreaterThan(4);
    for (const [at, step] of asked.entries()) {
      const twin = asked[at % 2 === 0 ? at + 1 : at - 1];
      expect([step.face, step.data]).not.toEqual([twin?.face, twin?.data]);
      expect(step.data).toEqual(twin?.data);
      const next = steps.slice(steps.indexOf(step) + 1, steps.indexOf(step) + 3).map(({ op }) => op);
      expect(next).toEqual(["details", "state"]);
    }
    // What comes before is done as well: a rule may go by it.
    expect(steps.flatMap((step) => (step.op === "act" && step.action !== "ask" ? [step.action] : []))).toEqual(["bid"]);
    expect(extremeData(contextWith({ gating: "free" }), scriptsOf("may-refuse"))).toEqual([]);
  });
});
