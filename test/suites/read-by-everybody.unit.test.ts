/** Who reads the state behind the actions of a process. */
import { expect, test } from "vitest";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Person } from "../../spec/vocabulary/target.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { readByEverybody } from "../../suites/scripts/support/people/read-by-everybody.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "open", appends: key !== "open" });
const workflow = { id: "1", actions: ["open", "ship", "close"].map(action) };
const person = (account: Person["account"], ...may: Person["may"]): Person => ({ account, groups: [], may });

function readersOf(people: readonly Person[]) {
  const context = suiteContextFor();
  const value = { gating: "ordered", workflows: { "1": { ends: ["close"], atMost: { ship: 1 } } } } as const;
  const profile: Profile = { readings: { "action-gating": { value, evidence: "by hand" } } };
  const target = { ...context.target, people, workflows: [workflow] };
  const [script] = readByEverybody({ ...context, profile, target, seed: 0 }, scriptsOf("people"));
  return (script?.steps ?? []).flatMap((step) =>
    "op" in step ? [step.op === "state" ? `${step.actor ?? ""} ${step.face}` : step.op] : [],
  );
}

test("two others, who only read first, through one face between two reads of the other, behind every action", () => {
  const read = [...["user-2 v2", "user-2 legacy", "user-2 v2"], ...["user-0 legacy", "user-0 v2", "user-0 legacy"]];
  const others = [person("user-0", "read", "write"), person("user-1", "write"), person("user-2", "read")];
  expect(readersOf([person("first", "read", "write"), ...others])).toEqual(
    ["create", "act", "act"].flatMap((op) => [op, ...read]),
  );
  expect(readersOf([person("first", "read", "write")])).toEqual([]);
});
