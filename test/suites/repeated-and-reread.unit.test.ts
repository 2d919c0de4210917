/** Actions of which the data decide are sent with the same data again, and links are read again once others have read them. */
import { describe, expect, test } from "vitest";
import { readAgain } from "../../suites/scripts/support/read-again.ts";
import { repeatedData } from "../../suites/scripts/support/repeated-data.ts";
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
    const [script, ...others] = readAgain(contextWith(gating), "people");
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
    expect(readAgain(contextWith({ gating: "free" }), "people")).toEqual([]);
  });
});

describe("data that are sent again", () => {
  const found = (more: Partial<OpenPointValues["action-gating"]>) =>
    repeatedData(contextWith({ ...gating, ...more }), "gating", { index: 0, workflow: { id: "1", actions } });

  test("to the actions of which they decide, through each face first", () => {
    const scripts = found({ byContent: { "1": { ask: "data" } } });
    expect(scripts).toHaveLength(2);
    for (const script of scripts) {
      const [first, second, other] = stepsOf(script).filter((step) => step.op === "act" && step.action === "ask");
      expect([first, second, other].map((step) => step?.face).slice(0, 2)).toHaveLength(2);
      expect(first?.face).not.toBe(second?.face);
      expect(first && "data" in first && first.data).toEqual(second && "data" in second && second.data);
      expect(first && "data" in first && first.data).not.toEqual(other && "data" in other && other.data);
    }
  });

  test("to none where nothing says that they decide", () => {
    expect(found({})).toEqual([]);
    expect(found({ byContent: { "2": { ask: "data" } } })).toEqual([]);
  });
});
