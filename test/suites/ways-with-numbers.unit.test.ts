/** What is tried on ways of a process that lead behind an amount, or back to an earlier place. */
import { expect, test } from "vitest";
import type { Way } from "../../spec/readings/process.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Script, Step } from "../../spec/vocabulary/script.ts";
import { addedAtOnce } from "../../suites/scripts/support/processes/added-at-once.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { oneBetween } from "../../suites/scripts/support/processes/one-between.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const script = scriptsOf("gating");
const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "loan", appends: key !== "loan" });
const workflow = { id: "1", actions: ["loan", "pay", "notice", "withdraw", "settle"].map(action) };

function contextOf(ways: readonly Way[], depth: "quick" | "standard" = "standard") {
  const context = suiteContextFor({ depth });
  const rules = { paths: ways.map((way) => way.map(({ key }) => key)) };
  const value = { gating: "unclear" as const, workflows: { "1": rules }, ways: { "1": ways } };
  const profile: Profile = { readings: { "action-gating": { value, evidence: "by hand" } } };
  const target = { ...context.target, workflows: [workflow] };
  return { context: { ...context, profile, target }, gated: [{ index: 0, workflow, rules }] };
}

const acts = (steps: readonly Step[]): readonly string[] =>
  steps.flatMap((step) => {
    if (!("op" in step)) return [`(${step.parallel.flatMap(acts).join(" | ")})`];
    if (step.op !== "create" && step.op !== "act") return [];
    const amount = step.asTaken?.["amount"];
    return [`${step.action ?? ""}${amount === undefined ? "" : ` ${JSON.stringify(amount)}`}`];
  });
const sent = (scripts: readonly Script[]): readonly string[] => scripts.map(({ steps }) => acts(steps).join(", "));

const paidOff: Way = [
  { key: "loan", asTaken: { amount: 90 } },
  { key: "pay", asTaken: { amount: 30 } },
  { key: "pay", asTaken: { amount: 60 } },
  { key: "settle" },
];

test("what is left for one alone is sent twice, one after the other and at the same time", () => {
  const { context, gated } = contextOf([paidOff, [{ key: "loan" }, { key: "notice" }]]);
  expect(sent(addedAtOnce(context, script, gated))).toEqual([
    "loan 90, pay 30, pay 60, pay 60, pay 60, loan 90, pay 30, (pay 60 | pay 60 | pay 60)",
  ]);
});

test("what may come in between does, once at each place", () => {
  const ways = [
    ["loan", "notice", "withdraw"],
    ["loan", "notice", "pay"],
  ].map((way): Way => way.map((key) => ({ key })));
  const { context, gated } = contextOf(ways);
  expect(sent(oneBetween(context, script, gated))).toEqual([
    "loan, notice, pay, withdraw",
    "loan, notice, withdraw, pay",
  ]);
  const known = contextOf([...ways, ["loan", "notice", "pay", "withdraw"].map((key) => ({ key }))]);
  expect(sent(oneBetween(known.context, script, known.gated))).toEqual(["loan, notice, withdraw, pay"]);
});

test("a quick run tries none of it", () => {
  const { context, gated } = contextOf([paidOff], "quick");
  expect([...addedAtOnce(context, script, gated), ...oneBetween(context, script, gated)]).toEqual([]);
});
