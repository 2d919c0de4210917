/** What a busy machine does to a script is told from what the service does, by running it again. */
import { expect, test } from "vitest";
import type { RequirementId } from "../../spec/requirements/index.ts";
import { believed, type Try } from "../../suites/engine/judging/noise.ts";

/** @param failed the steps that decide each failure @param together steps with noise that went at the same time */
function run(
  failed: { readonly [id in RequirementId]?: readonly string[] },
  noisySteps: readonly string[],
  together: readonly string[] = [],
): Try {
  const places = Object.entries(failed).map(([id, steps]) => [id as RequirementId, new Set(steps)] as const);
  return {
    failed: new Map(places),
    noisySteps: new Set([...noisySteps, ...together]),
    noisyTogether: new Set(together),
  };
}

test("what fails each time in the same place is believed, whatever was lost meanwhile", () => {
  const tries = [
    run({ "STATE-01": ["5"], "PAGE-01": ["3"] }, ["3"]),
    run({ "STATE-01": ["5", "6"] }, ["7"]),
    run({ "STATE-01": ["5"], "FILE-01": ["8"] }, ["8"]),
  ];
  expect([...believed(tries)]).toEqual(["STATE-01"]);
});

test("what fails each time, but always where another answer was lost, is not", () => {
  const tries = [run({ "REFUSE-03": ["3"] }, ["3"]), run({ "REFUSE-03": ["7"] }, ["7"])];
  expect([...believed(tries)]).toEqual([]);
});

test("what fails while nothing was lost is believed", () => {
  expect([...believed([run({ "STATE-01": ["5"] }, ["3"]), run({ "STATE-01": ["5"] }, [])])]).toEqual(["STATE-01"]);
  expect([...believed([run({ "STATE-01": ["5"] }, [])])]).toEqual(["STATE-01"]);
});

test("of requests at the same time, what fails twice at the same one is believed: the service itself fails there", () => {
  const failing = run({ "CONC-01": ["5"] }, [], ["4.0.1"]);
  expect([...believed([failing, run({}, []), failing])]).toEqual(["CONC-01"]);
});

test("what fails once, or with noise at other steps, is not", () => {
  expect([...believed([run({ "CONC-01": ["4"] }, ["4"]), run({}, ["5"])])]).toEqual([]);
  const twice = [run({ "CONC-01": ["4"] }, [], ["4.0.0"]), run({ "CONC-01": ["4"] }, [], ["4.0.1"]), run({}, [])];
  expect([...believed(twice)]).toEqual([]);
});

test("a run that was not repeated, as it came to its end, shows nothing by what fails among lost answers", () => {
  expect([...believed([run({ "STATE-01": ["5"] }, ["3"])])]).toEqual([]);
});
