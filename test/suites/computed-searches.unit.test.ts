/** Searches by a status that the target computes: in which workflows, and beside what. */
import { expect, test } from "vitest";
import { isJsonObject } from "../../spec/json.ts";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import { searchesByOwnMembers } from "../../suites/scripts/support/searches/computed-searches.ts";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { suiteContextFor } from "../generators/contexts.ts";

type StateData = OpenPointValues["state-data"];

const rules = { next: { open: ["test"], test: ["close"], close: [] } };
const action = (key: string) => ({ key, groupLabel: "sales", creates: key === "open", appends: key !== "open" });
const workflowOf = (id: string) => ({ id, actions: ["open", "test", "close"].map(action) });
const merged: StateData = { path: [], fold: "shallow-merge", encoding: "json", exact: false };
const withStatus: StateData = { ...merged, ownValues: { phase: ["open", "shut"] } };

/** By the id of each script the workflows and the names of the members that are searched by. */
function searchedIn(states: readonly StateData[], isKnown = true): Readonly<Record<string, readonly string[]>> {
  const workflows = states.map((_, index) => workflowOf(String(index)));
  const own = Object.fromEntries(workflows.map(({ id }, index) => [id, states[index] ?? merged]));
  const keys: OpenPointValues["search-keys"] = {
    ...{ path: [], join: "dotted", inner: "none", valueTypes: ["string"], text: "exact", empty: "all" },
  };
  const ofAll = Object.fromEntries(workflows.map(({ id }) => [id, rules]));
  const profile: Profile = {
    readings: {
      "action-gating": { value: { gating: "ordered", workflows: ofAll }, evidence: "" },
      "state-data": { value: { ...merged, ...states[0], workflows: own }, evidence: "" },
      ...(isKnown ? { "search-keys": { value: keys, evidence: "" } } : {}),
    },
  };
  const context = suiteContextFor();
  const scripts = searchesByOwnMembers(
    { ...context, profile, target: { ...context.target, workflows } },
    scriptsOf("search"),
  );
  return Object.fromEntries(
    scripts.map((script) => {
      const asked = placedSteps(script).flatMap(({ step }) =>
        step.op === "search" && isJsonObject(step.filters)
          ? [`${String(step.workflow)} ${Object.keys(step.filters).join("+")}`]
          : [],
      );
      return [script.id.split("/").at(-1) ?? "", [...new Set(asked)]];
    }),
  );
}

test("each of two workflows is searched by its own status, beside the marker of the trace", () => {
  expect(searchedIn([withStatus, { ...merged, ownValues: { stage: ["a", "b"] } }])).toEqual({
    computed: ["0 tcMark+phase"],
    "computed-1": ["1 tcMark+stage"],
  });
  expect(searchedIn([merged, withStatus])).toEqual({ "computed-1": ["1 tcMark+phase"] });
});

test("a third workflow with a status costs nothing more, and none has nothing to be searched by", () => {
  expect(Object.keys(searchedIn([withStatus, withStatus, withStatus]))).toEqual(["computed", "computed-1"]);
  expect(searchedIn([merged, merged])).toEqual({});
  expect(searchedIn([{ ...merged, ownValues: { tag: ["probe~run~1", "probe~run~2"] } }])).toEqual({});
});

test("a marker that may not be found is searched by beside the status, and the status without it", () => {
  const nowhere: StateData = { ...withStatus, path: null };
  expect(searchedIn([nowhere])).toEqual({ computed: ["0 tcMark+phase", "0 phase"] });
  expect(searchedIn([{ ...nowhere, ofFirst: true }])).toEqual({ computed: ["0 tcMark+phase"] });
  expect(searchedIn([nowhere], false)).toEqual({ computed: ["0 phase"] });
});
