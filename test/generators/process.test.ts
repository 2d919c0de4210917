/** Scripts on paths that the process of a workflow allows. */
import { expect, test } from "vitest";
import {
  fitData,
  followProcess,
  isValidScript,
  turnsIn,
  withFilesOnActions,
  withFilesWanted,
} from "../../generators/index.ts";
import { fitsPolicy } from "../../spec/readings/file-policy.ts";
import { mayFollow, type ProcessRules } from "../../spec/readings/process.ts";
import { placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import type { OperationStep, Script, Step } from "../../spec/vocabulary/script.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const workflow = { id: "1", actions: [action("open", true), action("note"), action("approve"), action("close")] };
const contextOf = (rules: ProcessRules | undefined) => ({
  runId: "run",
  workflows: [workflow],
  profile: {
    readings: {
      "action-gating": {
        value: rules ? { gating: "ordered" as const, workflows: { "1": rules } } : { gating: "free" as const },
        evidence: "",
      },
    },
  },
});
const create: OperationStep = { op: "create", face: "v2", as: "t", data: {} };
const act = (more: Partial<OperationStep> = {}): OperationStep =>
  ({ op: "act", face: "v2", trace: "$t", data: {}, ...more }) as OperationStep;
const state: OperationStep = { op: "state", face: "v2", trace: "$t" };
const scriptOf = (...steps: readonly Step[]): Script => ({ id: "s", title: "", steps });
const follow = (rules: ProcessRules | undefined, ...steps: readonly Step[]): Script => {
  const script = followProcess(contextOf(rules), scriptOf(...steps));
  expect(isValidScript(script)).toBe(true);
  return script;
};
const keysOf = (script: Script) => placedSteps(script).flatMap(({ step }) => (step.op === "act" ? [step.action] : []));

const line: ProcessRules = { next: { open: ["approve"], approve: ["close"], close: [] } };
const notes: ProcessRules = { next: { open: ["approve"], approve: ["note", "close"], close: [] } };

test("without a process a script stays the very same", () => {
  const script = scriptOf(create, act(), state);
  expect(followProcess(contextOf(undefined), script)).toBe(script);
});

test("each action becomes the one that may come, and those that no path allows are left out", () => {
  expect(keysOf(follow(line, create, act(), act(), act(), state))).toEqual(["approve", "close"]);
});

test("a trace is kept open for as long as actions are wanted", () => {
  expect(keysOf(follow(notes, create, act(), act(), act(), act(), state))).toEqual(["approve", "note", "note", "note"]);
});

test("where a trace takes one action alone, it comes after reads and not only to make the trace longer", () => {
  const once: ProcessRules = { next: { open: ["close"], close: [] } };
  const walk: OperationStep = { op: "walk", face: "v2", trace: "$t", size: 2, direction: "forward" };
  const growing = { ...walk, actAfterFirstPage: { data: {} } } as OperationStep;
  const { steps } = follow(once, create, act(), act(), growing, state, act(), state);
  expect(steps.map((step) => ("op" in step ? step.op : ""))).toEqual(["create", "walk", "state", "act", "state"]);
  expect(steps[1]).not.toHaveProperty("actAfterFirstPage");
  // Where it is all that is wanted, and where there is room for more, the first of those stays.
  expect(follow(once, create, act(), act(), state).steps).toHaveLength(3);
  expect(
    follow(line, create, act(), act(), act(), state, act(), state).steps.map((step) => ("op" in step ? step.op : "")),
  ).toEqual(["create", "act", "state", "act", "state"]);
});

test("unusual files for which a trace has no room come with traces of their own, and are asked for there", () => {
  const brings = (as: string, more = {}) =>
    act({
      as,
      traits: ["file.same-name"],
      files: [{ partName: "a", fileName: "a.txt", content: { text: as } }],
      ...more,
    } as Partial<OperationStep>);
  const files = (...labels: readonly `$${string}`[]): OperationStep => {
    return { op: "files", face: "v2", trace: "$t", digests: labels.map((allOf) => ({ allOf })) };
  };
  const once: ProcessRules = { next: { open: ["close"], close: [] } };
  const single: OperationStep = { op: "file", face: "v2", trace: "$t", digest: "$b.0" };
  const script = follow(
    once,
    create,
    brings("a"),
    brings("b"),
    brings("c"),
    files("$a", "$b"),
    files("$b"),
    single,
    files("$a"),
  );
  const told = script.steps.map((step) => ("op" in step ? [step.op, "trace" in step ? step.trace : ""].join(" ") : ""));
  // What is asked for with others alone is left out as before.
  expect(told).toEqual(["create ", "act $t", "create ", "files $t", "files $b", "file $b", "files $t"]);
  expect(script.steps[2]).toMatchObject({ as: "b", traits: ["file.same-name"], files: [{ fileName: "a.txt" }] });
  expect(script.steps[3]).toMatchObject({ digests: [{ allOf: "$a" }] });
  const plain = follow(once, create, brings("a"), brings("b", { traits: [] }), files("$b"), files("$a"));
  expect(plain.steps).toHaveLength(3);
  const usedUp = {
    ...contextOf(once),
    profile: {
      readings: {
        "action-gating": {
          value: { gating: "ordered" as const, workflows: { "1": once }, creations: "used-up" as const },
          evidence: "",
        },
      },
    },
  };
  expect(followProcess(usedUp, scriptOf(create, brings("a"), brings("b"), files("$b"))).steps).toHaveLength(2);
});

test("what is to be refused for another reason is sent where it could come, and changes nothing", () => {
  const script = follow(line, create, act({ body: { kind: "json-broken" } }), act(), state);
  expect(keysOf(script)).toEqual(["approve", "approve"]);
});

test("actions at the same time are prepared, marked as such, and may come in any order", () => {
  const script = follow(notes, create, { parallel: [[act()], [act()], [act()]] }, state);
  expect(keysOf(script)).toEqual(["approve", "note", "note", "note"]);
  const [, prepared] = placedSteps(script);
  expect(prepared?.step).toMatchObject({ action: "approve", preparatory: true });
});

test("of actions at the same time one is left where only one may come", () => {
  expect(keysOf(follow(line, create, { parallel: [[act()], [act()], [state]] }, state))).toEqual(["approve"]);
});

test("a walk goes on after its first page although the trace is short, and what makes it longer gives way", () => {
  const walk: OperationStep = {
    op: "walk",
    face: "v2",
    trace: "$t",
    size: 5,
    direction: "forward",
    actAfterFirstPage: { data: {} },
  };
  const script = follow(line, create, act(), act(), act(), walk);
  expect(keysOf(script)).toEqual(["approve"]);
  expect(placedSteps(script).at(-1)?.step).toMatchObject({ size: 1, actAfterFirstPage: { action: "close" } });
});

test("files go to an action that takes them, even if fewer may follow; without files the longer way is gone", () => {
  const files = [{ partName: "a", fileName: "a", content: { text: "a" } }];
  const takesNone = { ...action("note"), files: "none" as const };
  const actions = [action("open", true), takesNone, { ...action("close"), files: "some" as const }];
  const rules: ProcessRules = { next: { open: ["note", "close"], note: ["note", "close"], close: [] } };
  const context = { ...contextOf(rules), workflows: [{ id: "1", actions }] };
  const keys = (more: Partial<OperationStep>) =>
    keysOf(followProcess(context, scriptOf(create, act(more), act(), state)));
  expect(keys({ files } as Partial<OperationStep>)).toEqual(["close"]);
  expect(keys({})).toEqual(["note", "note"]);
});

test("files of an action that is left out are asked for no longer", () => {
  const files = [{ partName: "a", fileName: "a", content: { text: "a" } }];
  const script = follow(
    { mostActions: 2 },
    create,
    act({ as: "one", files } as Partial<OperationStep>),
    act({ as: "two", files } as Partial<OperationStep>),
    { op: "files", face: "v2", trace: "$t", digests: ["$one.0", "$two.0"] },
  );
  expect(placedSteps(script).at(-1)?.step).toMatchObject({ digests: ["$one.0"] });
});

test.each<[string, ProcessRules, readonly string[], string, boolean]>([
  ["after all of these", { after: { pay: ["ship", "invoice"] } }, ["order", "ship"], "pay", false],
  ["after all of these", { after: { pay: ["ship", "invoice"] } }, ["order", "invoice", "ship"], "pay", true],
  ["so often", { atMost: { note: 2 } }, ["order", "note", "note"], "note", false],
  ["nothing after the end", { ends: ["pay"] }, ["order", "pay"], "note", false],
  ["the last that counts decides", { next: { order: ["ship"] } }, ["order", "note"], "ship", true],
  ["no more than so many", { mostActions: 2 }, ["order", "note"], "note", false],
  ["only what was taken", { paths: [["order", "ship"]] }, ["order"], "ship", true],
  ["only what was taken", { paths: [["order", "ship"]] }, ["order"], "note", false],
])("%s: %o lets %o be followed by %s: %s", (_, rules, done, key, follows) => {
  expect(mayFollow(rules, done, key)).toBe(follows);
});

test("each action brings a file where it wants one, and none where it takes none", () => {
  const files = [{ partName: "a", fileName: "a.txt", content: { text: "a" } }];
  const actions = [action("open", true), { ...action("attach"), files: "some" as const }];
  const both = { needed: true, least: 2, most: 2 };
  const others = [
    { ...action("note"), files: "none" as const },
    { ...action("present"), files: both },
  ];
  const workflows = [{ ...workflow, actions: [...actions, ...others] }];
  const download: OperationStep = { op: "file", face: "v2", trace: "$t", digest: "$n.0" };
  const script = scriptOf(
    create,
    act({ action: "attach" }),
    act({ action: "note", as: "n", files }),
    download,
    act({ action: "present", files }),
  );
  const fitted = withFilesWanted({ runId: "run", workflows }, script);
  const brought = placedSteps(fitted).map(({ step }) => ("files" in step ? step.files?.length : 0));
  expect(brought).toEqual([0, 1, 0, 2]);
  expect(
    [1, 2, 3].map((count) =>
      fitsPolicy(
        both,
        Array.from({ length: count }, () => "a.txt"),
      ),
    ),
  ).toEqual([false, true, false]);
  expect(isValidScript(fitted)).toBe(true);
  expect(withFilesWanted({ runId: "run", workflows: [workflow] }, script)).toBe(script);
});

test("the first file of an action has the name that its data give it, and others theirs", () => {
  const files = ["a.jpg", "b.jpg"].map((name) => ({ partName: name, fileName: name, content: { text: name } }));
  const named = { ...action("note"), files: { needed: true, types: [".jpg"], namedBy: "photo" } };
  const workflows = [{ id: "1", actions: [action("open", true), named] }];
  const note = act({ action: "note", files, data: { photo: "roof.jpg" } });
  const bare = act({ action: "note", data: { photo: 7 } });
  const fitted = withFilesWanted({ runId: "run", workflows }, scriptOf(create, note, bare));
  const names = placedSteps(fitted).map(({ step }) =>
    "files" in step ? step.files?.map(({ fileName }) => fileName) : undefined,
  );
  expect(names).toEqual([undefined, ["roof.jpg", "b.jpg"], ["attached.jpg"]]);
});

test("an action that takes one PDF alone brings one in place of its files, and nothing asks for those", () => {
  const files = ["a", "b"].map((name) => ({ partName: name, fileName: name, content: { text: name } }));
  const workflows = [{ id: "1", actions: [action("open", true), { ...action("note"), files: "pdf" as const }] }];
  const second: OperationStep = { op: "file", face: "v2", trace: "$t", digest: "$n.1" };
  const note = act({ action: "note", as: "n", files, traits: ["file.same-name", "data.tab"] });
  const fitted = withFilesWanted({ runId: "run", workflows }, scriptOf(create, note, state, second));
  const [, brought, ...others] = placedSteps(fitted).map(({ step }) => step);
  expect(brought).toMatchObject({ traits: ["data.tab"], files: [{ fileName: "attached.pdf" }] });
  expect(others.map(({ op }) => op)).toEqual(["state"]);
});

test("what comes with a creation that takes no files is brought by an action behind it, and asked for there", () => {
  const files = [{ partName: "a", fileName: "a", content: { text: "a" } }];
  const opens = { ...action("open", true), files: "none" as const };
  const workflows = [{ id: "1", actions: [opens, action("note")] }];
  const downloads: readonly OperationStep[] = [
    { op: "file", face: "v2", trace: "$t", digest: "$t.0" },
    { op: "files", face: "v2", trace: "$t", digests: [{ allOf: "$t" }, { like: "$t.0", change: "cut" }] },
  ];
  const script = scriptOf({ ...create, files }, state, ...downloads);
  const moved = withFilesOnActions({ runId: "run", workflows, profile: { readings: {} } }, script);
  const steps = placedSteps(moved).map(({ step }) => step);
  expect(steps.map(({ op }) => op)).toEqual(["create", "act", "state", "file", "files"]);
  expect(steps[0]).not.toHaveProperty("files");
  expect(steps[1]).toMatchObject({ as: "t-files", trace: "$t", files });
  expect(steps[3]).toMatchObject({ digest: "$t-files.0" });
  expect(steps[4]).toMatchObject({ digests: [{ allOf: "$t-files" }, { like: "$t-files.0" }] });
  expect(isValidScript(moved)).toBe(true);
  expect(withFilesOnActions({ runId: "run", workflows: [workflow], profile: { readings: {} } }, script)).toBe(script);
});

test("an action that takes its examples in turn brings the next of them each time it is done on a trace", () => {
  const refused = act({ action: "note", body: { kind: "json-broken" } });
  const note = act({ action: "note" });
  const script = scriptOf(create, note, refused, note, { parallel: [[note], [act({ action: "approve" })]] }, note);
  const turns = turnsIn(script);
  expect(placedSteps(script).map(({ place }) => turns.get(place))).toEqual([undefined, 0, 1, 1, 2, 0, 3]);
  const examples = [{ tree: 1 }, { tree: 2 }, { tree: 3 }];
  const inTurn = { ...action("note"), dataSchema: { type: "object", enum: examples }, examples, inTurn: true };
  const brought = [0, 1, 2, 3].map((turn) => fitData(inTurn, { data: { text: "any" }, turn }).data);
  expect(brought).toEqual([{ tree: 1 }, { tree: 2 }, { tree: 3 }, { tree: 1 }]);
});

test("a trace that another action must begin for so many to follow is begun with that one", () => {
  const rules: ProcessRules = {
    ends: ["close"],
    begunWith: {
      open: { after: { note: ["approve"] }, atMost: { note: 1 } },
      reopen: { before: { note: ["approve"] } },
    },
  };
  const context = contextOf(rules);
  const workflows = [{ ...workflow, actions: [...workflow.actions, action("reopen", true)] }];
  const script = followProcess(
    { ...context, workflows },
    scriptOf({ ...create, action: "reopen" }, act(), act(), act()),
  );
  expect(keysOf(script)).toEqual(["note", "note", "note"]);
});
