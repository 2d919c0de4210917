/** Files go where they are taken: to an action further on, or to another workflow. */
import { describe, expect, test } from "vitest";
import {
  followProcess,
  isValidScript,
  withFilesOnActions,
  withFilesWanted,
  workflowForFiles,
  withWorkflowForFiles,
} from "../../generators/index.ts";
import { hasFilesOfSeveral } from "../../spec/readings/file-rooms.ts";
import type { ProcessRules } from "../../spec/readings/process.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { OperationStep, Script, Step } from "../../spec/vocabulary/script.ts";
import type { FilesWanted } from "../../spec/vocabulary/target.ts";
import { scenarioScripts } from "../../suites/scripts/index.ts";
import { suiteContextFor } from "./contexts.ts";

const action = (key: string, files?: FilesWanted) => {
  const creates = key === "open";
  return { key, groupLabel: "all", creates, appends: !creates, ...(files === undefined ? {} : { files }) };
};
const line: ProcessRules = { next: { open: ["note"], note: ["photo"], photo: ["close"], close: [] } };
const profile: Profile = {
  readings: { "action-gating": { value: { gating: "ordered", workflows: { "1": line, "2": line } }, evidence: "" } },
};
const asking = (id: string, ...wanted: readonly (FilesWanted | undefined)[]) => ({
  id,
  actions: ["open", "note", "photo", "close"].map((key, at) => action(key, wanted[at])),
});
const files = ["a", "b"].map((name) => ({ partName: name, fileName: `${name}.txt`, content: { text: name } }));
const create: OperationStep = { op: "create", face: "v2", as: "t", data: {}, files };
const download: OperationStep = { op: "file", face: "v2", trace: "$t", digest: "$t.1" };
const scriptOf = (...steps: readonly Step[]): Script => ({ id: "s", title: "", steps });

/** The script as it is sent: who brings how many files. */
function sent(script: Script, ...workflows: readonly ReturnType<typeof asking>[]) {
  const context = { runId: "run", workflows, profile };
  const steps = [withWorkflowForFiles, withFilesOnActions, followProcess, withFilesWanted].reduce(
    (one, fit) => (fit as (given: typeof context, script: Script) => Script)(context, one),
    script,
  );
  expect(isValidScript(steps)).toBe(true);
  return placedSteps(steps).map(({ step }) =>
    step.op === "create" || step.op === "act"
      ? [step.action ?? "open", step.workflow ?? 0, step.files?.length ?? 0]
      : [step.op],
  );
}

test("an action that takes files is led to by those before it, also at the same time as others", () => {
  const workflow = asking("1", "none", "none", undefined, "none");
  const brought = [["open", 0, 0], ["note", 0, 0], ["photo", 0, 2], ["file"]];
  expect(sent(scriptOf(create, download), workflow)).toEqual(brought);
  const other: OperationStep = { ...create, as: "o" };
  const both = sent(scriptOf({ parallel: [[create, download], [other]] }), workflow);
  expect(both).toEqual([...brought, ...brought.slice(0, 3)]);
});

test("what brings the files of several traces is the same but for its marker", () => {
  const script = scriptOf(create, { ...create, as: "o" });
  const context = { runId: "run", workflows: [asking("1", "none", "none", undefined, "none")], profile };
  const brought = placedSteps(withFilesOnActions(context, script)).flatMap(({ step }) =>
    step.op === "act" ? [step.data] : [],
  );
  const [one, other] = brought.map(({ tcMark, ...data }) => [tcMark, data]);
  expect(brought).toHaveLength(2);
  expect(one?.[1]).toEqual(other?.[1]);
  expect(one?.[0]).not.toBe(other?.[0]);
});

test("several files come with an action that takes several, where the creation takes one alone", () => {
  expect(sent(scriptOf(create, download), asking("1", { most: 1 }, "none", undefined, "none"))).toEqual([
    ["open", 0, 0],
    ["note", 0, 0],
    ["photo", 0, 2],
    ["file"],
  ]);
  // Where none does, one comes with the creation, and nothing asks for the other.
  expect(sent(scriptOf(create, download), asking("1", { most: 1 }, "none", "none", "none"))).toEqual([["open", 0, 1]]);
});

test("a script with files goes to a workflow that takes them, where its own takes none or one alone", () => {
  const [none, one, any] = [
    asking("1", "none", "none", "none", "none"),
    asking("1", { most: 1 }, "none", "none", "none"),
    asking("2", undefined, "none", "none", "none"),
  ];
  expect(workflowForFiles({ workflows: [none, any], profile }, 0)).toBe(1);
  expect(workflowForFiles({ workflows: [one, any], profile }, 0)).toBe(1);
  expect(workflowForFiles({ workflows: [any, none], profile }, 0)).toBeUndefined();
  expect(workflowForFiles({ workflows: [none, { ...none, id: "2" }], profile }, 0)).toBeUndefined();
  expect(sent(scriptOf(create, download), none, any)).toEqual([["open", 1, 2], ["file"]]);
  const single = { ...create, files: files.slice(0, 1) } as OperationStep;
  expect(sent(scriptOf(single), one, any)).toEqual([["open", 0, 1]]);
  const own = scriptOf({ ...create, action: "open" } as OperationStep);
  expect(withWorkflowForFiles({ workflows: [none, any], profile }, own)).toBe(own);
});

test("files of several actions can be in a trace where two actions take some, one after the other", () => {
  expect(hasFilesOfSeveral(asking("1", "none", "none", undefined, "none"), profile)).toBe(false);
  expect(hasFilesOfSeveral(asking("1", "none", undefined, undefined, "none"), profile)).toBe(true);
  expect(hasFilesOfSeveral(asking("1"), profile)).toBe(true);
});

describe("files of one kind by themselves", () => {
  const idsWith = (...wanted: readonly (FilesWanted | undefined)[]) => {
    const workflows = [asking("1", ...wanted)];
    const context = suiteContextFor();
    const fitting = { ...context, target: { ...context.target, workflows }, profile };
    return scenarioScripts(fitting).filter(({ id }) => /^scenarios\/files\/(same-name|empty)-/.test(id));
  };
  const writesOf = (script: Script | undefined) =>
    placedSteps(script ?? scriptOf()).flatMap(({ step }) =>
      step.op === "create" || step.op === "act"
        ? [[step.action, step.files?.map(({ fileName }) => fileName) ?? []]]
        : [],
    );

  test("come with the action that takes them, where creations take none or one", () => {
    const scripts = idsWith("none", "none", { types: [".pdf"] }, "none");
    expect(scripts.map(({ id }) => id.split("/").at(-1))).toEqual(
      expect.arrayContaining(["same-name-v2", "same-name-legacy", "empty-v2", "empty-legacy"]),
    );
    expect(writesOf(scripts.find(({ id }) => id.endsWith("same-name-v2"))).at(-1)).toEqual([
      "photo",
      ["same-txt.pdf", "same-txt.pdf"],
    ]);
  });

  test("come one after the other where no action takes two", () => {
    const [script] = idsWith({ most: 1 }, { most: 1 }, "none", "none");
    expect(writesOf(script)).toEqual([
      ["open", ["same.txt"]],
      ["note", ["same.txt"]],
    ]);
  });

  test("come with the creation where that takes several, and are not sent where no action asks for certain files", () => {
    const scripts = idsWith({ types: [".pdf"] }, "none", "none", "none");
    expect(writesOf(scripts.find(({ id }) => id.endsWith("same-name-v2")))).toEqual([
      ["open", ["same-txt.pdf", "same-txt.pdf"]],
    ]);
    expect(idsWith()).toEqual([]);
  });
});

test("the whole way through a process is the same with files: who takes none brings none", () => {
  const workflows = [asking("1", "none", "none", "none", { types: [".pdf"] })];
  const context = suiteContextFor();
  // The last two may come in either order: a file that the others do not take would lead to the last one at once.
  const rules: ProcessRules = {
    after: { photo: ["note"], close: ["note"] },
    atMost: { note: 1, photo: 1, close: 1 },
  };
  const either = { value: { gating: "ordered" as const, workflows: { "1": rules } }, evidence: "" };
  const known = { readings: { "action-gating": either } };
  const scripts = scenarioScripts({ ...context, target: { ...context.target, workflows }, profile: known });
  const wayOf = (face: string) =>
    placedSteps(scripts.find(({ id }) => id === `scenarios/gating/way-${face}`) ?? scriptOf()).flatMap(({ step }) =>
      step.op === "create" || step.op === "act" ? [[step.action, step.files?.length ?? 0]] : [],
    );
  expect(wayOf("v2").map(([key]) => key)).toEqual(["open", "note", "photo", "close"]);
  expect(wayOf("legacy")).toEqual([
    ["open", 0],
    ["note", 0],
    ["photo", 0],
    ["close", 1],
  ]);
});

test("an action that is asked for by name comes where it may, though the step has no file and the action needs one", () => {
  const paths = [
    ["open", "photo", "close"],
    ["open", "note", "photo", "close"],
  ];
  const value = { gating: "unclear" as const, workflows: { "1": { paths } } };
  const context = { runId: "run", workflows: [asking("1", undefined, undefined, "some")] };
  const steps = (...keys: readonly string[]) =>
    keys.map((key): OperationStep => ({ op: "act", face: "v2", trace: "$t", action: key, data: {} }));
  const { files: _, ...bare } = create;
  const script = scriptOf(bare, ...steps("photo", "close"));
  const followed = followProcess(
    { ...context, profile: { readings: { "action-gating": { value, evidence: "" } } } },
    script,
  );
  expect(placedSteps(followed).map(({ step }) => (step.op === "act" ? step.action : step.op))).toEqual([
    "create",
    "photo",
    "close",
  ]);
});
