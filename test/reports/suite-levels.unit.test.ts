/** What the suite has learnt is told from what a target broke. */
import { expect, test } from "vitest";
import { changesSince, nothingChanged, resultsProblems, type Results } from "../../reports/index.ts";
import { firstVersion, isLater, isVersion } from "../../spec/requirements/since.ts";
import { requirements, type Requirement } from "../../spec/requirements/index.ts";
import { select } from "../../suites/engine/plan/selection.ts";
import { conformantResults } from "./samples.ts";

test("versions", () => {
  expect([isLater("0.2.0", "0.1.0"), isLater("0.10.0", "0.9.3"), isLater("1.0", "0.9")]).toEqual([true, true, true]);
  expect([isLater("0.2.3", "0.2"), isLater("0.1.0", "0.1.0"), isLater("0.1.0", "0.2")]).toEqual([false, false, false]);
  expect(["0.2", "0.2.1", "2", "x", "0.2.1-rc"].map(isVersion)).toEqual([true, true, false, false, false]);
});

/** The register as if this requirement alone were newer than the first version. */
const newer = (id: string): readonly Requirement[] =>
  requirements.map((requirement) => ({ ...requirement, since: requirement.id === id ? "0.2.0" : firstVersion }));

test("a suite level leaves out what is newer, and nothing else", () => {
  const all = select([], newer("STATE-03")).requirements;
  const before = select([], newer("STATE-03"), "0.1.0").requirements;
  expect([...all].filter((id) => !before.has(id))).toEqual(["STATE-03"]);
  expect(select([], newer("STATE-03"), "0.2").requirements).toEqual(all);
  expect(select(["STATE"], newer("STATE-03"), "0.1.0").requirements.has("STATE-03")).toBe(false);
});

/** Results of this version of the suite in which a requirement failed. */
function judgedBy(version: string, failed?: string, since?: string): Results {
  const results = conformantResults();
  return {
    ...results,
    suite: { ...results.suite, version },
    requirements: results.requirements.map((one) =>
      one.id === failed ? { ...one, status: "failed", ...(since === undefined ? {} : { since }) } : one,
    ),
  };
}

test("what a newer version of the suite demands is learnt, what it demanded before is broken", () => {
  const learned = changesSince(judgedBy("0.1.0"), judgedBy("0.2.0", "STATE-03", "0.2.0"));
  expect(learned).toMatchObject({ broken: [], other: [], learned: [{ id: "STATE-03", now: "failed" }] });
  expect(nothingChanged(learned)).toBe(false);
  const broken = changesSince(judgedBy("0.1.0"), judgedBy("0.2.0", "STATE-03"));
  expect(broken).toMatchObject({ learned: [], broken: [{ id: "STATE-03" }] });
  const same = changesSince(judgedBy("0.2.0"), judgedBy("0.2.0", "STATE-03", "0.2.0"));
  expect(same).toMatchObject({ learned: [], broken: [{ id: "STATE-03" }] });
});

test("results that say so obey the published schema", () => {
  const results = judgedBy("0.2.0", "STATE-03", "0.2.0");
  expect(resultsProblems({ ...results, suite: { ...results.suite, level: "0.1.0" } })).toEqual([]);
});
