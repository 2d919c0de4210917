/** How often an action comes again on traces that are made alike through one face and through the other. */
import { numberOn } from "../../suites/scripts/support/steps.ts";
import { expect, test } from "vitest";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../spec/vocabulary/target.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { madeThroughEach } from "../../suites/scripts/support/processes/made-through-each.ts";
import { suiteContextFor } from "../generators/contexts.ts";

type Rules = NonNullable<OpenPointValues["action-gating"]["workflows"]>[string];

type Person = NonNullable<JudgingTarget["people"]>[number];

const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "open", appends: key !== "open" });
const workflow = { id: "1", actions: ["open", "test", "close"].map(action) };

/** What is sent through each face to make the first trace of the script on which an action comes again; `?` where it may be refused. */
function madeAgain(rules: Rules, path: readonly string[] | null = null): readonly string[] | undefined {
  const context = suiteContextFor();
  const gating: OpenPointValues["action-gating"] = { gating: "ordered", workflows: { "1": rules } };
  const state = { path, fold: "shallow-merge", encoding: "json", exact: false } as const;
  const scripts = madeThroughEach(
    {
      ...context,
      target: { ...context.target, workflows: [workflow] },
      profile: {
        readings: {
          "action-gating": { value: gating, evidence: "by hand" },
          "state-data": { value: state, evidence: "by hand" },
        },
      },
    },
    scriptsOf("gating"),
    [{ index: 0, workflow, rules }],
  );
  const steps = scripts.find(({ id }) => id.endsWith("/again-through-each"))?.steps;
  if (!steps) return undefined;
  const [v2 = [], legacy = []] = ["v20", "legacy0"].map((label) =>
    steps.flatMap((step): readonly string[] => {
      if (!("op" in step) || (step.op !== "create" && step.op !== "act" && step.op !== "state")) return [];
      if ((step.op === "create" ? `$${step.as ?? ""}` : step.trace) !== `$${label}`) return [];
      if (step.op === "state") return ["read"];
      const late = step.op === "act" && step.outOfOrder ? "?" : "";
      return [`${step.action ?? ""}${late} ${step.face} ${JSON.stringify({ ...step.data, tcMark: 0 })}`];
    }),
  );
  // Alike but for the face and the marker.
  const written = v2.filter((step, at) => step !== "read" || at === v2.length - 1);
  expect(legacy).toEqual(written.map((step) => step.replace(" v2 ", " legacy ")));
  // The answers of the legacy face show the state, those of v2 do not.
  expect(v2.filter((step) => step === "read")).toHaveLength(written.length - 2);
  return written.map((step) => step.split(" ")[0] ?? "");
}

test("an action that may come three times comes so on all of them", () => {
  const next = { open: ["test"], test: ["test", "close"], close: [] };
  expect(madeAgain({ next, atMost: { test: 3 } })).toEqual(["open", "test", "test", "test", "read"]);
  expect(madeAgain({ next, atMost: { test: 2 } })).toBeUndefined();
  expect(madeAgain({ next, atMost: { test: 3 } }, [])).toBeUndefined();
});

test("where only sequences are known that were taken, it may be refused where it was not seen", () => {
  expect(madeAgain({ paths: [["open", "test", "test", "close"]] })).toEqual(["open", "test", "test", "test?", "read"]);
  expect(madeAgain({ paths: [["open", "test", "close"]] })).toBeUndefined();
});

const may = ["read", "write", "search"] as const;

/** The scripts along whole ways, or others. */
function whollyScripts(
  next: Rules["next"],
  people: readonly Person[],
  also: readonly (typeof actions)[number][] = [],
  named = "wholly",
) {
  const context = suiteContextFor();
  const all = { id: "1", actions: [...actions, ...also] };
  const rules: Rules = { ...(next ? { next } : {}) };
  const gating: OpenPointValues["action-gating"] = { gating: "ordered", workflows: { "1": rules } };
  const state = { path: null, fold: "shallow-merge", encoding: "json", exact: false } as const;
  const readings = {
    "action-gating": { value: gating, evidence: "by hand" },
    "state-data": { value: state, evidence: "by hand" },
  };
  const target = { ...context.target, workflows: [all], people };
  return madeThroughEach({ ...context, target, profile: { readings } }, scriptsOf("gating"), [
    { index: 0, workflow: all, rules },
  ]).filter(({ id }) => id.includes(named));
}

/** Who makes each action of the first trace through v2 of each script along whole ways, and for which group where that is said. */
const wholly = (...args: Parameters<typeof whollyScripts>) =>
  whollyScripts(...args).map(({ steps }) => {
    const made = steps.flatMap((step) => ("op" in step && (step.op === "create" || step.op === "act") ? [step] : []));
    // Seven traces, the first of which is made through v2.
    const [first, ...others] = made.slice(0, made.length / 7);
    return [first, ...others].map((step) =>
      [step?.action, step?.actor, step?.group, step && "outOfOrder" in step ? "?" : undefined].join(" ").trim(),
    );
  });

const actions = workflow.actions;
const person = (account: Person["account"], ...groups: readonly string[]): Person => ({ account, groups, may });

test("the longest way is made through each face, and once more by all who may where an action comes again", () => {
  const next = { open: ["test"], test: ["test", "file", "close"], file: ["close"], close: [] };
  const file = { key: "file", groupLabel: "sales", creates: false, appends: true };
  const alone = wholly(next, [person("first", "sales")], [file]);
  expect(alone[0]).toEqual(["open", "test", "file", "close"]);
  // Behind it what follows on each other otherwise, and what comes many times.
  expect(alone.slice(1)).toEqual([
    ["open", "test", "test", "close"],
    ["open", "test", "test", "test", "test"],
  ]);
  const two = wholly(next, [person("first", "sales"), person("user-0", "sales")], [file]);
  expect(two[0]).toEqual(alone[0]);
  // From there on nobody knows whether it may come.
  expect(two.at(-1)).toEqual(["open", "test", "test user-0 sales ?", "test first sales ?", "test user-0 sales ?"]);
});

test("two traces that one face makes alike tell what is a trace's own; two more of each face have data of their own", () => {
  const [script] = whollyScripts({ open: ["test"], test: ["test", "file", "close"], file: ["close"], close: [] }, [
    person("first", "sales"),
  ]);
  const made = (script?.steps ?? []).flatMap((step) => ("op" in step && step.op === "create" ? [step] : []));
  expect(made.map(({ face, variant = 0 }) => `${face} ${String(variant)}`)).toEqual([
    ...["v2 0", "legacy 0", "legacy 1", "v2 1", "legacy 2", "v2 0", "v2 2"],
  ]);
});

test("an action of several groups comes from each of them in turn", () => {
  const next = { open: ["test"], test: ["test", "close"], close: [] };
  const people = [person("first", "sales"), person("user-0", "depot")];
  const also = { key: "test", groupLabel: "depot", creates: false, appends: true };
  expect(wholly(next, people, [also]).at(-1)?.slice(0, 4)).toEqual([
    ...["open", "test", "test user-0 depot ?", "test first sales ?"],
  ]);
});

test("of what comes again on a way a lower number and a higher one come by turns", () => {
  const numbers = (way: readonly string[]) => way.map((_, place) => numberOn(way, place));
  expect(numbers(["open", "read", "read", "read", "read", "close"])).toEqual([0, 2, 1, 4, 3, 5]);
  expect(numbers(["open", "read", "note", "read", "read"])).toEqual([0, 3, 2, 1, 4]);
});

test("what comes again brings the same again, but for its marker, on a trace of its own through each face", () => {
  const next = { open: ["test"], test: ["test", "close"], close: [] };
  const scripts = whollyScripts(next, [person("first", "sales")], [], "repeat");
  const [made = []] = scripts.map(({ steps }) =>
    steps.flatMap((step) => ("op" in step && (step.op === "create" || step.op === "act") ? [step] : [])),
  );
  expect(made.map(({ face, action: key }) => `${face} ${key ?? ""}`)).toEqual(
    ["v2", "legacy", "legacy", "v2"].flatMap((face) => ["open", "test", "test"].map((key) => `${face} ${key}`)),
  );
  const numbers = made.map(({ data }) => data["number"]);
  expect(numbers[1]).toBe(numbers[2]);
  expect(numbers[0]).not.toBe(numbers[1]);
  expect(made.map((step) => "outOfOrder" in step)).toEqual(made.map((_, at) => at % 3 === 2));
});
