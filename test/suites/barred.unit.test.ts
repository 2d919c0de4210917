/** Who is kept from an action by what was done before tries it, in each round and through both faces. */
import { expect, test } from "vitest";
import type { BarredBy } from "../../spec/readings/people.ts";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import type { Person } from "../../spec/vocabulary/target.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { barredUsers } from "../../suites/scripts/support/people/barred.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const action = (key: string, groupLabel: string) => ({
  ...{ key, groupLabel },
  ...{ creates: key === "ask", appends: key !== "ask" },
});
const workflow = { id: "1", actions: ["ask", "check", "back", "close"].map((key) => action(key, "desk")) };
const clerk = (account: Person["account"]): Person => ({ account, groups: ["desk"], may: ["read", "write", "search"] });

/** By script: the actions in the order in which they are sent, a try with its user and face. */
function sent(byAnother: Readonly<Record<string, BarredBy>>, people = [clerk("first"), clerk("second")]) {
  const value: OpenPointValues["action-gating"] = {
    ...{ gating: "ordered", byAnother: { "1": byAnother } },
    workflows: { "1": { paths: [["ask", "check", "back", "check", "close"]] } },
  };
  const profile: Profile = { readings: { "action-gating": { value, evidence: "by hand" } } };
  const context = suiteContextFor();
  const own = { ...context, profile, target: { ...context.target, workflows: [workflow], people } };
  return barredUsers(own, scriptsOf("people")).map(({ steps }) =>
    steps.flatMap((step) => {
      if (!("op" in step) || (step.op !== "create" && step.op !== "act")) return [];
      const isTried = step.op === "act" && step.outOfOrder === true;
      return [isTried ? `${step.action ?? ""} by ${step.actor ?? ""} ${step.face}` : (step.action ?? "")];
    }),
  );
}

test("who created the trace tries each check of it, through either face first", () => {
  const tries = (first: string, other: string) => [`check by first ${first}`, `check by first ${other}`, "check"];
  expect(sent({ check: "creator" })).toEqual([
    ["ask", ...tries("v2", "legacy"), "back", ...tries("v2", "legacy")],
    ["ask", ...tries("legacy", "v2"), "back", ...tries("legacy", "v2")],
  ]);
});

test("nobody where nothing keeps anybody, where one user alone may, or where all may not", () => {
  expect(sent({})).toEqual([]);
  expect(sent({ check: "creator" }, [clerk("first")])).toEqual([]);
  expect(sent({ check: "creator" }, [clerk("first"), { ...clerk("second"), groups: ["lab"] }])).toEqual([]);
});
