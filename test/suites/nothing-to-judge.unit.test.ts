/** A run is not begun of which nothing could be judged. */
import { expect, test } from "vitest";
import { embeddedEnvironment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { refuseNothingToJudge } from "../../suites/engine/nothing-to-judge.ts";
import { planOf } from "../../suites/engine/plan/run-plan.ts";

const {
  credentials: { privateKey: _, ...credentials },
  secondUser: __,
  ...others
} = embeddedTarget;
const environment = embeddedEnvironment("http://127.0.0.1:3000", { ...others, credentials } as typeof embeddedTarget);
const refused =
  (...only: string[]) =>
  (): void =>
    refuseNothingToJudge(environment, planOf({ only }), requirements);

test("with what would supply it", () => {
  expect(refused("ISO")).toThrow(/nothing of --only ISO can be judged as configured: .*second user.*supply /);
  expect(refused("LOGIN-02")).toThrow(/private key/);
});

test("what answers may show in part without what is missing is asked for", () => {
  const one = { ...environment, workflows: environment.workflows.slice(0, 1) };
  expect(() => refuseNothingToJudge(one, planOf({ only: ["SEARCH-06"] }), requirements)).not.toThrow();
});

test("where something of it can be, or everything is asked for, it is", () => {
  for (const only of [["LOGIN"], ["ISO", "STATE-01"], []]) expect(refused(...only)).not.toThrow();
});
