/** Which actions that may come once are sent several times at the same time, in which workflows. */
import { expect, test } from "vitest";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import { gating } from "../../suites/scripts/areas/gating.ts";
import { suiteContextFor } from "../generators/contexts.ts";

type Gating = OpenPointValues["action-gating"];

const keys = ["open", "a", "b", "c", "d", "e", "f"];
const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "open", appends: key !== "open" });
const next = Object.fromEntries(keys.map((key, at) => [key, keys.slice(at + 1, at + 2)]));

/** The ids of the races, with the action that each is of. @param counts how many actions of each workflow may come once */
function racesOf(...counts: readonly number[]): readonly string[] {
  const workflows = counts.map((_, index) => ({ id: String(index), actions: keys.map(action) }));
  const of = <T>(make: (count: number) => T) =>
    Object.fromEntries(counts.map((count, index) => [String(index), make(count)]));
  const value: Gating = {
    gating: "ordered",
    workflows: of(() => ({ next })),
    once: of((count) => Array.from({ length: count }, (_, at) => keys.slice(0, at + 2))),
  };
  const context = suiteContextFor();
  const profile: Profile = { readings: { "action-gating": { value, evidence: "" } } };
  const scripts = gating.scripts({ ...context, profile, target: { ...context.target, workflows } });
  return scripts.flatMap(({ id, steps }) => {
    const [beside] = steps.flatMap((step) => ("parallel" in step ? [step.parallel[0]?.[0]] : []));
    const raced = beside && "op" in beside && beside.op === "act" ? (beside.action ?? "") : "";
    return id.includes("/once-") ? [`${id.split("/once-")[1] ?? ""} ${raced}`] : [];
  });
}

test("up to seven of one process, and of few some again", () => {
  expect(racesOf(6)).toEqual(["0 a", "1 b", "2 c", "3 d", "4 e", "5 f"]);
  expect(racesOf(2)).toEqual(["0 a", "1 b", "2 a"]);
});

test("six of each other process", () => {
  expect(racesOf(3, 7)).toEqual([...["0 a", "1 b", "2 c"], ...["1-0 a", "1-1 b", "1-2 c", "1-3 d", "1-4 e", "1-5 f"]]);
  expect(racesOf(3, 0)).toEqual(["0 a", "1 b", "2 c"]);
});

test("what comes again on a way is sent twice as it is", () => {
  const actions = ["open", "score", "award"].map((key) => ({
    ...{ key, groupLabel: "all", creates: key === "open", appends: key !== "open" },
  }));
  const next = { open: ["score"], score: ["score", "award"], award: [] };
  const value = { gating: "ordered" as const, workflows: { "1": { next } } };
  const context = suiteContextFor();
  const profile: Profile = { readings: { "action-gating": { value, evidence: "" } } };
  const target = { ...context.target, workflows: [{ id: "1", actions }] };
  const [script] = gating.scripts({ ...context, profile, target }).filter(({ id }) => id.includes("/same-at-once-"));
  const sent = (script?.steps ?? []).flatMap((step) => ("op" in step ? [step] : step.parallel.flat()));
  const scores = sent.flatMap((step) => (step.op === "act" && step.action === "score" ? [step.data["number"]] : []));
  expect(scores).toEqual([1, 1, 1, 1, 1]);
});
