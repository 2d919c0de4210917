/** Who is kept from an action by what that user did before tries it, however many others came between. */
import { expect, test } from "vitest";
import type { BarredBy } from "../../spec/readings/people.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import { people as area } from "../../suites/scripts/areas/people.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const action = (key: string, groupLabel: string) => ({
  ...{ key, groupLabel, creates: key === "ask", appends: key !== "ask" },
});
const actions = [action("ask", "sales"), action("offer", "desk"), action("agree", "sales"), action("confirm", "desk")];
const once = { ask: ["offer"], offer: ["agree"], agree: ["confirm"], confirm: [] };
const may = ["read", "write", "search"] as const;

/** By the action, who is named to do it. */
function sentBy(
  by: BarredBy,
  next: Readonly<Record<string, readonly string[]>> = once,
): readonly (readonly [key: string | undefined, account: Account | undefined])[] {
  const context = suiteContextFor();
  const people = [
    { account: "first" as const, groups: ["sales"], may },
    { account: "user-0" as const, groups: ["desk"], may },
    { account: "user-1" as const, groups: ["desk"], may },
  ];
  const gating = {
    gating: "ordered" as const,
    workflows: { "1": { next } },
    byAnother: { "1": { confirm: by } },
  };
  const profile = { readings: { "action-gating": { value: gating, evidence: "" } } };
  const target = { ...context.target, people, workflows: [{ id: "1", actions }] };
  const scripts = area.scripts({ ...context, target, profile });
  // Who may do an action for none of its groups, and who is kept from it in each round, tries it in scripts of their own.
  const tried = scripts
    .filter(({ id }) => !/trespasses|barred/.test(id))
    .filter(({ steps }) =>
      steps.some((step) => "op" in step && step.op === "act" && step.action === "confirm" && step.outOfOrder),
    );
  return tried.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      "op" in step && step.op === "act" && step.actor ? [[step.action, step.actor] as const] : [],
    ),
  );
}

test("what bars a user may stand further back than the last action", () => {
  expect(sentBy({ notWho: "offer" })).toEqual([
    ["offer", "user-0"],
    ["confirm", "user-0"],
    ["confirm", "user-0"],
    ["confirm", "user-0"],
  ]);
});

test("nobody but who did it may be asked for as well", () => {
  expect(sentBy({ onlyWho: "offer" })).toEqual(Array.from({ length: 3 }, () => ["confirm", "user-1"]));
});

test("nobody is sent who did not do what bars", () => {
  expect(sentBy("last")).toEqual([]);
});

test("who did it as often as anybody may tries it once more, where the process lets it come", () => {
  const again = { ...once, confirm: ["confirm"] };
  expect(sentBy({ sameTimes: 2 }, again)).toEqual(Array.from({ length: 5 }, () => ["confirm", "user-0"]));
  expect(sentBy({ sameTimes: 2 })).toEqual([]);
});
