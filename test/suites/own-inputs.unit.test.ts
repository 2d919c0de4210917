/** What the suite sends stays well within the bounds that it sets for answers: a target may put more around it. */
import { expect, test } from "vitest";
import { embeddedEnvironment, profileOfPins } from "../../driver/index.ts";
import { maxJsonDepth } from "../../driver/client/json-bounds.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { catalog } from "../../suites/engine/plan/catalog.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((deepest, member) => Math.max(deepest, depthOf(member)), 0);
}

test("the deepest data are too deep for many a parser, and at most two thirds as deep as an answer may be", () => {
  const environment = embeddedEnvironment("http://127.0.0.1:9", embeddedTarget, {});
  const context = suiteContext(environment, profileOfPins({}), { runId: "r", depth: "standard", seed: 7 });
  const deepest = Math.max(...catalog(context).flatMap(({ scripts }) => scripts.map(depthOf)));
  expect(deepest).toBeGreaterThan(1_000);
  expect(deepest).toBeLessThan((maxJsonDepth * 2) / 3);
});
