/** Who sends the same action twice at the same time, where who did it once may not do it again. */
import { expect, test } from "vitest";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { racedStates } from "../../suites/scripts/support/processes/raced-states.ts";
import { suiteContextFor } from "../generators/contexts.ts";

type Gating = OpenPointValues["action-gating"];

const action = (key: string) => ({ key, groupLabel: "panel", creates: key === "open", appends: key !== "open" });
const workflow = { id: "1", actions: ["open", "taste"].map(action) };
const may = ["read", "write"] as const;

function sendersAtOnce(more: Pick<Gating, "byAnother">, others: readonly `user-${number}`[]) {
  const context = suiteContextFor();
  const rules = { atMost: { taste: 3 } };
  const value: Gating = { gating: "ordered", workflows: { "1": rules }, ...more };
  const people = ["first" as const, ...others].map((account) => ({ account, groups: ["panel"], may }));
  const target = { ...context.target, people, workflows: [workflow] };
  const profile: Profile = { readings: { "action-gating": { value, evidence: "by hand" } } };
  const [script] = racedStates({ ...context, profile, target }, scriptsOf("gating"), [{ index: 0, workflow, rules }]);
  return (script?.steps ?? []).flatMap((step) =>
    "parallel" in step ? [step.parallel.flat().map(({ actor }) => actor)] : [],
  );
}

test("two who may, where nobody may do it twice; whoever usually does it elsewhere", () => {
  const byAnother = { "1": { taste: { notWho: "taste" } } };
  expect(sendersAtOnce({ byAnother }, ["user-0", "user-1"])).toEqual([
    ["first", "user-0"],
    ["first", "user-0"],
  ]);
  expect(sendersAtOnce({ byAnother }, []).flat()).toEqual([undefined, undefined, undefined, undefined]);
  expect(sendersAtOnce({}, ["user-0"]).flat()).toEqual([undefined, undefined, undefined, undefined]);
});
