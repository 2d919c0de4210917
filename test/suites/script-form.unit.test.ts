/** Scripts in files: every script of the suite has the form, and what has it not is told with its place. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { embeddedEnvironment, profileOfPins } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { scriptFormProblems } from "../../spec/vocabulary/script-form.ts";
import { catalog } from "../../suites/engine/plan/catalog.ts";
import { readScript } from "../../suites/engine/saved/saved-script.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";

const home = mkdtempSync(join(tmpdir(), "scripts-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("every script of the suite can be read again", () => {
  const environment = embeddedEnvironment("http://127.0.0.1", embeddedTarget);
  const context = suiteContext(environment, profileOfPins({}), { runId: "r", depth: "standard", seed: 3 });
  const scripts = catalog(context).flatMap((group) => group.scripts);
  expect(scripts.length).toBeGreaterThan(100);
  const wrong = scripts.flatMap((script) =>
    scriptFormProblems(JSON.parse(JSON.stringify(script))).map((problem) => `${script.id}: ${problem}`),
  );
  expect(wrong).toEqual([]);
});

test("a search by what an action changed can be read again", () => {
  const file = join(home, "changed.json");
  const steps = [
    { op: "create", face: "v2", as: "t", data: {} },
    { op: "search", face: "v2", filters: {}, changed: "$t" },
  ];
  writeFileSync(file, JSON.stringify({ steps }));
  expect(readScript(file).steps).toEqual(steps);
});

describe("what is no script is told with its place", () => {
  const state = { op: "state", face: "v2", trace: "x" };
  const create = { op: "create", face: "v2", as: "t", data: {} };
  test.each<[string, unknown, RegExp]>([
    ["no object", [], /wanted an object with id, title and steps/],
    ["null", null, /wanted an object/],
    ["no steps", {}, /steps: wanted a list of steps/],
    ["an unknown member", { steps: [state], stepz: 1 }, /a member "stepz", which no script of this version has/],
    ["a member of an older version", { steps: [state], alone: true }, /"alone".*it is called exclusive now/],
    [
      "a member of an older step",
      { steps: [{ ...create, features: [] }] },
      /step 0: .*"features".*it is called traits now/,
    ],
    ["another", { steps: [{ ...create, markAt: ["a"] }] }, /step 0: .*"markAt".*it is called markerAt now/],
    ["a step of nothing", { steps: [null] }, /step 0: op: wanted one of create, act/],
    ["an unknown step", { steps: [{ op: "delete", face: "v2" }] }, /step 0: op: wanted one of/],
    ["a name of every object", { steps: [{ op: "constructor", face: "v2" }] }, /step 0: op: wanted one of/],
    ["an unknown face", { steps: [{ ...state, face: "v3" }] }, /step 0: face: it must be equal to one of.*v2, legacy/],
    ["a step without its trace", { steps: [{ op: "state", face: "v2" }] }, /step 0: it must have.*'trace'/],
    ["an unknown defect", { steps: [{ ...state, token: "late" }] }, /step 0: token: it must be equal/],
    [
      "a step in a branch",
      { steps: [{ parallel: [[state], [{ ...state, x: 1 }]] }] },
      /step 0\.1\.0: it has a member "x"/,
    ],
    ["a group of nothing", { steps: [{ parallel: [1] }] }, /step 0: parallel: wanted a list of lists/],
    [
      "content without end",
      { steps: [{ ...create, files: [{ partName: "f", fileName: "f", content: { bytes: 1e12, seed: 1 } }] }] },
      /step 0: files\.0\.content/,
    ],
    ["a label that nothing has", { steps: [{ ...state, trace: "$u" }] }, /no earlier step is called "u"/],
  ])("%s", (_, value, told) => {
    const file = join(home, "script.json");
    writeFileSync(file, JSON.stringify(value));
    expect(() => readScript(file, "script.json")).toThrow(told);
    expect(() => readScript(file, "script.json")).toThrow(/^script\.json is no script/);
  });

  test("a text that is no JSON", () => {
    const file = join(home, "broken.json");
    writeFileSync(file, '{"id":"a",\n"steps":[');
    expect(() => readScript(file, "broken.json")).toThrow(
      /broken\.json is no script: line 2, column 10: it is no JSON/,
    );
    expect(() => readScript(home, "folder")).toThrow(/folder is no script: it is a folder/);
  });
});
