/** Who tries the actions of others on the way through a process. */
import { expect, test } from "vitest";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { trespasses } from "../../suites/scripts/support/people/trespasses.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const may = ["read", "write", "search"] as const;
const action = (key: string, groupLabel: string) => ({
  ...{ key, groupLabel, creates: key === "order", appends: key !== "order" },
});
const actions = [action("order", "sales"), action("ship", "depot"), action("pay", "sales")];
const people = [
  { account: "first" as const, groups: ["sales"], may },
  { account: "user-0" as const, groups: ["depot"], may },
  { account: "user-1" as const, groups: [], may: ["read" as const] },
];
const next = { order: ["ship"], ship: ["pay"], pay: [] };

/** Who tries what before its turn, and through which face. */
function triedBy(some: typeof people | undefined, isProcess = true): readonly string[] {
  const context = suiteContextFor();
  const value = { gating: "ordered" as const, workflows: { "1": { next } } };
  const profile = { readings: isProcess ? { "action-gating": { value, evidence: "" } } : {} };
  const target = { ...context.target, workflows: [{ id: "1", actions }], ...(some ? { people: some } : {}) };
  return trespasses({ ...context, target, profile }, scriptsOf("people")).flatMap(({ steps }) =>
    steps.flatMap((step) =>
      "op" in step && (step.op === "act" || step.op === "create") && step.traits
        ? [`${step.actor ?? ""} ${step.action ?? ""} ${step.face}`]
        : [],
    ),
  );
}

test("who may not do an action tries it before its turn, through one face, the other and the one again", () => {
  const each = (who: string, key: string, faces: readonly string[]) => faces.map((face) => `${who} ${key} ${face}`);
  const [even, odd] = [
    ["v2", "legacy", "v2"],
    ["legacy", "v2", "legacy"],
  ];
  expect(triedBy(people)).toEqual([
    ...each("user-1", "order", even ?? []),
    ...each("user-0", "order", odd ?? []),
    ...each("first", "ship", odd ?? []),
    ...each("user-1", "ship", even ?? []),
    ...each("user-0", "pay", even ?? []),
    ...each("user-1", "pay", odd ?? []),
  ]);
});

test("who may do an action for one of its groups does not try it", () => {
  const shared = [...actions, { ...action("ship", "sales"), creates: false, appends: true }];
  const context = suiteContextFor();
  const value = { gating: "ordered" as const, workflows: { "1": { next } } };
  const profile = { readings: { "action-gating": { value, evidence: "" } } };
  const target = { ...context.target, workflows: [{ id: "1", actions: shared }], people };
  const tried = trespasses({ ...context, target, profile }, scriptsOf("people")).flatMap(({ steps }) =>
    steps.flatMap((step) => ("op" in step && step.op === "act" && step.action === "ship" ? [step.actor ?? ""] : [])),
  );
  expect(tried).toEqual(["user-1", "user-1", "user-1", ""]);
});

test("where any action may come at any time, they try the creation and one more", () => {
  expect(triedBy(people, false).map((one) => one.split(" ").slice(0, 2).join(" "))).toEqual(
    ["user-1 order", "user-0 order", "first ship", "user-1 ship"].flatMap((one) => [one, one, one]),
  );
});

test("nobody tries anything where nobody's groups are known", () => {
  expect(triedBy(undefined)).toEqual([]);
});
