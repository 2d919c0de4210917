/** Which actions are tried at places of a process where they may not come, and in which order. */
import { expect, test } from "vitest";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { ended } from "../../suites/scripts/support/processes/ended.ts";
import type { Gated } from "../../suites/scripts/support/processes/gated.ts";
import { misplaced } from "../../suites/scripts/support/processes/misplaced.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const script = scriptsOf("gating");
type Rules = NonNullable<OpenPointValues["action-gating"]["workflows"]>[string];

const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "order", appends: key !== "order" });
const keys = ["order", "plan", "ship", "pay", "cancel", "ask"];
const next = {
  ...{ order: ["plan", "cancel"], plan: ["ship", "ask", "cancel"], ask: ["ship"] },
  ...{ ship: ["pay"], pay: [], cancel: [] },
};

function contextOf(
  rules: Rules,
  ids: readonly string[] = ["1"],
  of: readonly string[] = keys,
  listed: Pick<OpenPointValues["action-gating"], "path" | "by"> = {},
) {
  const context = suiteContextFor();
  const workflows = ids.map((id) => ({ id, actions: of.map(action) }));
  const value: OpenPointValues["action-gating"] = {
    ...(listed.path ? { gating: "listed", ...listed } : { gating: "ordered" }),
    workflows: Object.fromEntries(ids.map((id) => [id, rules])),
  };
  const profile: Profile = { readings: { "action-gating": { value, evidence: "by hand" } } };
  const gated = workflows.map((workflow, index): Gated => ({ index, workflow, rules }));
  return { context: { ...context, profile, target: { ...context.target, workflows } }, gated };
}

/** The actions of a script on its trace; those that may not come with the face through which they are tried. */
const sentBy = ({ steps }: Script): readonly string[] =>
  steps.flatMap((step) => {
    if (!("op" in step) || (step.op !== "create" && step.op !== "act")) return [];
    if ((step.op === "create" ? `$${step.as ?? ""}` : step.trace) !== "$t") return [];
    const isTried = step.op === "act" && step.outOfOrder === true;
    return [isTried ? `${step.action ?? ""} ${step.face}` : (step.action ?? "")];
  });

const named = (scripts: readonly Script[], name: string): readonly string[] =>
  scripts.filter(({ id }) => id.endsWith(`/${name}`)).flatMap(sentBy);

test("what would come after the next comes first, then the same once more, and what ends a trace not at all", () => {
  const { context, gated } = contextOf({ next });
  const both = (key: string): readonly string[] => [`${key} v2`, `${key} legacy`];
  expect(named(misplaced(context, script, gated), "misplaced-v2").slice(0, 9)).toEqual([
    ...["order", ...both("ask"), ...both("ship"), ...both("pay")],
    ...["plan", "plan v2"],
  ]);
});

test("what ends a trace is tried early, each face first, and late, each time on a trace of its own", () => {
  const { context, gated } = contextOf({ next });
  const scripts = misplaced(context, script, gated);
  expect(named(scripts, "misplaced-ending-0")).toEqual([
    ...["order", "plan", "ask", "cancel v2", "cancel legacy", "cancel v2"],
  ]);
  expect(named(scripts, "misplaced-ending-1").slice(-3)).toEqual(["cancel legacy", "cancel v2", "cancel legacy"]);
  expect(named(scripts, "misplaced-ending-2").slice(0, 5)).toEqual(["order", "plan", "ask", "ship", "cancel v2"]);
});

test("what a list may leave out, as the data have it, is tried through both faces where other traces took it", () => {
  const paths = [
    ["order", "plan", "ask", "ship", "pay"],
    ["order", "plan", "ship", "pay"],
  ];
  const { context, gated } = contextOf({ paths }, ["1"], keys, { path: ["next"], by: "all" });
  const sent = named(misplaced(context, script, gated), "misplaced-v2");
  expect(sent.slice(sent.indexOf("plan"), sent.indexOf("ask"))).toEqual(
    expect.arrayContaining(["ship legacy", "ship v2"]),
  );
  const unlisted = contextOf({ paths });
  const bare = named(misplaced(unlisted.context, script, unlisted.gated), "misplaced-v2");
  expect(bare.slice(bare.indexOf("plan"), bare.indexOf("ask"))).not.toContain("ship legacy");
});

test("behind an action that is on no long way it is tried what might have come before it", () => {
  const paths = [
    ["order", "plan", "ask", "ship", "pay"],
    ["order", "plan", "hold"],
  ];
  const { context, gated } = contextOf({ paths }, ["1"], [...keys, "hold"]);
  const scripts = misplaced(context, script, gated);
  expect(named(scripts, "misplaced-beside-0").slice(0, 6)).toEqual([
    ...["order", "plan", "hold", "ask v2", "ask legacy", "ask v2"],
  ]);
});

test("other workflows have their places tried as well", () => {
  const { context, gated } = contextOf({ next }, ["1", "2"]);
  const ids = [...misplaced(context, script, gated), ...ended(context, script, gated)].map(({ id }) => id);
  for (const name of ["misplaced-1-v2", "misplaced-1-legacy", "ended", "ended-1"])
    expect(ids).toContain(`scenarios/gating/${name}`);
});

test("where not all of them can be, what is too long for what is left leaves room for what is not", () => {
  const many = ["order", ...Array.from({ length: 9 }, (_, at) => `step${String(at)}`), "cancel"];
  const straight = Object.fromEntries(many.map((key, at) => [key, many.slice(at + 1, at + 2)]));
  const { context, gated } = contextOf({ next: straight }, ["1", "2", "3", "4", "5"], many);
  const scripts = misplaced(context, script, gated).filter(({ id }) => /misplaced-[1-9]/.test(id));
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.reduce((sum, { steps }) => sum + steps.length, 0)).toBeLessThanOrEqual(300);
});

test("each action is tried on a trace that has come to its end, where v2 takes it also before legacy refuses it", () => {
  const { context, gated } = contextOf({ next });
  const tried = named(ended(context, script, gated), "ended").filter((step) => step.includes(" "));
  expect(tried.slice(0, 3)).toEqual(["plan v2", "plan legacy", "plan v2"]);
  expect(tried).toHaveLength(3 * (keys.length - 1));
});

test("what several groups share is tried for each of them by turns", () => {
  const of = ["order", "plan", "ship", "pay"];
  const { context, gated } = contextOf({ paths: [of] }, ["1"], of);
  const shared = gated.map((one) => ({
    ...one,
    workflow: { ...one.workflow, actions: [...one.workflow.actions, { ...action("pay"), groupLabel: "lab" }] },
  }));
  const [along] = misplaced(context, script, shared).filter(({ id }) => id.endsWith("/misplaced-v2"));
  const groups = (along?.steps ?? []).flatMap((step) =>
    "op" in step && step.op === "act" && step.outOfOrder && step.action === "pay" ? [step.group] : [],
  );
  expect(groups.slice(0, 4)).toEqual(["sales", "sales", "lab", "lab"]);
});
