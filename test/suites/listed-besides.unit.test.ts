/** What is sent where a state lists more than the sequences that were seen go on with. */
import { expect, test } from "vitest";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import type { Gated } from "../../suites/scripts/support/processes/gated.ts";
import { listedBesides } from "../../suites/scripts/support/processes/listed-besides.ts";
import { suiteContextFor } from "../generators/contexts.ts";

const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "order", appends: key !== "order" });
const workflow = { id: "1", actions: ["order", "plan", "ship", "ask"].map(action) };
const paths = [
  ["order", "plan", "ship"],
  ["order", "ask", "plan", "ask"],
];

/** By script: the actions that bring the trace there, and behind a colon those that are sent where they are listed. */
function sent(value: Partial<OpenPointValues["action-gating"]>) {
  const gating = { gating: "listed", path: ["next"], by: "all", workflows: { "1": { paths } }, ...value } as const;
  const profile: Profile = {
    readings: { "action-gating": { value: gating as OpenPointValues["action-gating"], evidence: "by hand" } },
  };
  const rules = gating.workflows["1"] ?? {};
  const gated: Gated[] = [{ index: 0, workflow, rules }];
  const context = suiteContextFor();
  const own = { ...context, profile, target: { ...context.target, workflows: [workflow] } };
  return listedBesides(own, scriptsOf("gating"), gated).map(({ steps }) => {
    const written = steps.flatMap((step) =>
      "op" in step && (step.op === "create" || step.op === "act") ? [step] : [],
    );
    const isListed = (step: (typeof written)[number]) => step.op === "act" && step.listed === true;
    const keys = (is: boolean) => written.filter((step) => isListed(step) === is).map((step) => step.action);
    return `${keys(false).join(" ")}: ${keys(true).join(" ")}`;
  });
}

test("behind each action, where it came most often, what no sequence goes on with there", () => {
  expect(sent({})).toEqual([
    "order plan: plan ask",
    "order plan ship: plan ship ask",
    "order ask plan ask: plan ship ask",
  ]);
});

test("where data decide also what a sequence goes on with that was never taken there", () => {
  const ways = {
    "1": [["order", "plan"].map((key) => ({ key })), ["order", "ask", "plan", "ask"].map((key) => ({ key }))],
  };
  expect(sent({ ways })[0]).toBe("order plan: plan ship ask");
});

test("nothing of what content decides, nor where nothing is listed or rules are known", () => {
  const besides = sent({ byContent: { "1": { plan: "unknown" } }, byAnother: { "1": { ask: "creator" } } });
  expect(besides).toEqual(["order plan ship: ship", "order ask plan ask: ship"]);
  expect(sent({ gating: "ordered", path: undefined })).toEqual([]);
  expect(sent({ workflows: { "1": { next: { order: ["plan"], plan: ["ship"] } } } })).toEqual([]);
});
