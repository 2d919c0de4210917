/** Scripts search by names that the target's state does not use itself. */
import { expect, test } from "vitest";
import { embeddedEnvironment, profileOfPins } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { isJsonObject } from "../../spec/json.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { catalog } from "../../suites/engine/plan/catalog.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";
import { avoidNames } from "../../suites/scripts/finish/avoid-names.ts";

const environment = embeddedEnvironment("http://127.0.0.1:9", embeddedTarget, {});

function contextWith(beside: readonly string[]) {
  const state = { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true, beside } as const;
  const keys: OpenPointValues["search-keys"] = {
    ...{ path: [], join: "dotted", inner: "dotted", valueTypes: ["string", "number", "boolean"] },
    ...{ text: "exact", empty: "all" },
  };
  const profile = profileOfPins({ "state-data": state, "search-keys": keys });
  return suiteContext(environment, profile, { runId: "r", depth: "standard", seed: 3 });
}

const script: Script = {
  id: "scenarios/search/by-hand",
  title: "A trace is found",
  steps: [
    { op: "create", face: "v2", as: "t", data: { phase: "first", phase2: 2, word: "amber" } },
    { op: "search", face: "v2", filters: { word: "amber", phase: "first", "phase.name": "x" } },
    { op: "search", face: "v2", filters: { kept: 1 } },
  ],
};

test("what is searched for by such a name is sent by another one as well", () => {
  expect(avoidNames(contextWith(["phase", "kept"]), script).steps).toEqual([
    { op: "create", face: "v2", as: "t", data: { phase: "first", phase2: 2, word: "amber", phase3: "first" } },
    { op: "search", face: "v2", filters: { word: "amber", phase3: "first", "phase3.name": "x" } },
    { op: "search", face: "v2", filters: { kept: 1 } },
  ]);
});

test("a script that searches by none of them stays as it is", () => {
  expect(avoidNames(contextWith(["status"]), script)).toBe(script);
});

test("no script of a run searches by them, and none is lost", () => {
  const own = ["phase", "group", "number", "id", "owner", "count", "inner"];
  const scriptsFor = (beside: readonly string[]) => catalog(contextWith(beside)).flatMap(({ scripts }) => scripts);
  const [usual, avoiding] = [scriptsFor([]), scriptsFor(own)];
  const searched = (scripts: readonly Script[]): readonly string[] =>
    scripts
      .flatMap((one) => placedSteps(one).map(({ step }): OperationStep => step))
      .flatMap((step) =>
        step.op === "search" && !step.candidateFor && isJsonObject(step.filters) ? Object.keys(step.filters) : [],
      );
  expect(own.filter((name) => searched(usual).includes(name))).not.toEqual([]);
  expect(searched(avoiding).filter((name) => own.includes(name.split(".")[0] ?? name))).toEqual([]);
  expect(searched(avoiding)).toHaveLength(searched(usual).length);
});
