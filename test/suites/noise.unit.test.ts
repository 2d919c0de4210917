/** What a busy machine does to a script is told from what the service does, by running it again. */
import { expect, test } from "vitest";
import type { RequirementId } from "../../spec/requirements/index.ts";
import { believed, type Try } from "../../suites/engine/noise.ts";

function run(failed: readonly RequirementId[], noisySteps: readonly string[]): Try {
  return { failed: new Set(failed), noisySteps: new Set(noisySteps) };
}

test("what fails each time is believed, whatever was lost meanwhile", () => {
  const tries = [run(["STATE-01", "PAGE-01"], ["3"]), run(["STATE-01"], ["7"]), run(["STATE-01", "FILE-01"], [])];
  expect([...believed(tries)]).toEqual(["STATE-01"]);
});

test("what fails twice with the noise at the same step is believed: the service itself fails there", () => {
  expect([...believed([run(["CONC-01"], ["4.0.1"]), run([], []), run(["CONC-01"], ["4.0.1"])])]).toEqual(["CONC-01"]);
});

test("what fails once, or with noise at other steps, is not", () => {
  expect([...believed([run(["CONC-01"], ["4"]), run([], ["5"])])]).toEqual([]);
  expect([...believed([run(["CONC-01"], ["4"]), run(["CONC-01"], ["5"]), run([], [])])]).toEqual([]);
});
