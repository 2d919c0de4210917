/** What creations ask of their files, where those that were sent with some were refused. */
import { expect, test } from "vitest";
import {
  besideCreationFiles,
  type CreationFiles,
  creationFiles,
  filesBesideData,
  isRuleOfFiles,
  filesOfFoundForms,
  withFittingFiles,
} from "../../../probes/process/forms/files/creation-files.ts";
import { filesOfActions } from "../../../probes/process/further/files-of-actions.ts";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import { filesText } from "../../../probes/process/forms/files/files-text.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import { input, serviceThat, target, type Refuses, type Write } from "../lib/refusing-service.ts";

const text = (name: string) => ({ partName: name, fileName: `${name}.txt`, content: { text: name } });
const endsOf = ({ files = [] }: Write) => files.map(({ fileName }) => fileName?.split(".").at(-1));

/** What is found once creations were sent with two files, and without, through each face. */
async function found(refuses: Refuses, workflows = target.workflows) {
  const { send, exchanges, asker } = serviceThat(refuses);
  for (const face of ["v2", "legacy"] as const) {
    send({ op: "create", face, ...input("open"), files: [text("a"), text("b")] });
    send({ op: "create", face, ...input("open") });
  }
  const before = exchanges.length;
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
  const context = { ...asker, target: { ...target, workflows }, histories } as unknown as ProbeContext;
  return { files: await creationFiles(context), requests: exchanges.length - before, context };
}

test("nothing is sent where creations with files are taken, or those without are refused in words about anything else", async () => {
  expect(await found(() => false)).toMatchObject({ files: undefined, requests: 0 });
  expect(await found(() => true)).toMatchObject({ files: undefined, requests: 0 });
  expect(await found(({ face, files = [] }) => face === "v2" && files.length > 0)).toMatchObject({ requests: 0 });
});

test("a creation that takes none, one alone, or such as are of a type", async () => {
  const refusing = async (refuses: Refuses) => (await found(refuses)).files;
  expect(await refusing(({ files = [] }) => files.length > 0)).toEqual({ "1": { open: "none" } });
  expect(await refusing(({ files = [] }) => files.length > 1)).toEqual({ "1": { open: { most: 1 } } });
  expect(await refusing((step) => endsOf(step).some((end) => end !== "png"))).toEqual({
    "1": { open: { types: [".png"] } },
  });
});

test("once one asks, others that begin traces are tried as well", async () => {
  const begins = { key: "reopen", groupLabel: "all", creates: true, appends: false };
  const [own] = target.workflows;
  const workflows = own ? [own, { ...own, id: "2", actions: [begins] }] : [];
  const { files } = await found(({ action, files = [] }) => files.length > (action === "reopen" ? 1 : 0), workflows);
  expect(files).toEqual({ "1": { open: "none" }, "2": { reopen: { most: 1 } } });
});

test("others whose forms had to be found are tried where the first takes any files", async () => {
  const begins = { key: "reopen", groupLabel: "all", creates: true, appends: false };
  const [own] = target.workflows;
  const workflows = own ? [own, { ...own, id: "2", actions: [begins] }] : [];
  const { context } = await found(({ action, files = [] }) => action === "reopen" && files.length > 1, workflows);
  expect(await filesOfFoundForms(context, (_, key) => key === "reopen")).toEqual({ "2": { reopen: { most: 1 } } });
  expect(await filesOfFoundForms(context, (_, key) => key === "open")).toBeUndefined();
});

test("it is believed in a process, or where others ask as well, and where some action takes a file", () => {
  const files: CreationFiles = { "1": { open: "none" } };
  const ordered = {
    value: { gating: "ordered" as const, files: { "1": { note: "some" as const } } },
    evidence: "Seen.",
  };
  expect(besideCreationFiles(ordered, files, true).value?.files).toEqual({ "1": { note: "some", open: "none" } });
  expect(besideCreationFiles(ordered, files, true).evidence).toContain("open without files alone");
  expect(besideCreationFiles(ordered, files, false)).toBe(ordered);
  const free = { value: { gating: "free" as const }, evidence: "" };
  expect(besideCreationFiles(free, files, true)).toBe(free);
  const asking = { value: { gating: "free" as const, files: { "1": { note: "none" as const } } }, evidence: "" };
  expect(besideCreationFiles(asking, files, true).value?.files).toEqual({ "1": { note: "none", open: "none" } });
});

test("creations with files that are not taken say nothing of the data", async () => {
  const { context } = await found(({ files = [] }) => files.length > 0);
  const [own] = target.workflows;
  const actions = own?.actions.map((one) => (one.key === "open" ? { ...one, files: "none" as const } : one)) ?? [];
  const known = withFittingFiles({ ...context, target: { ...target, workflows: own ? [{ ...own, actions }] : [] } });
  expect(
    known
      .histories()
      .flatMap(({ exchanges }) => exchanges)
      .map(({ intent }) => "files" in intent && intent.files.length),
  ).toEqual([0, 0]);
  expect(withFittingFiles(context)).toBe(context);
});

test("once one action of a workflow asks for something, each is tried with two files, with one, and with some of a type", async () => {
  const { asker } = serviceThat((step) => {
    const { action, files = [] } = step;
    if (action === "note") return files.length > 1;
    if (action === "assess") return endsOf(step).some((end) => end !== "pdf");
    return files.length > 0;
  });
  const [workflow] = target.workflows;
  if (!workflow) throw new Error("a workflow is wanted");
  const explorer = new Explorer({ ...asker, target }, 0, workflow, undefined);
  await explorer.explore();
  const files = await filesOfActions(explorer, workflow, "run");
  expect(files).toEqual({ open: "none", note: { most: 1 }, assess: { types: [".pdf"] } });
  expect(filesText(files)).toContain("assess without or with files by the name of .pdf alone");
});

test("where no action was seen to ask for anything, what begins a trace is tried with an odd type, and all others if that is refused", async () => {
  const asked = async (refuses: Refuses) => {
    const { asker, exchanges } = serviceThat(refuses);
    const [workflow] = target.workflows;
    if (!workflow) throw new Error("a workflow is wanted");
    const explorer = new Explorer({ ...asker, target }, 0, workflow, undefined);
    await explorer.explore();
    const before = exchanges.length;
    const files = await filesOfActions(explorer, workflow, "run");
    return { files, requests: exchanges.length - before };
  };
  expect(await asked(() => false)).toEqual({ files: {}, requests: 1 });
  const isOdd = (step: Write): boolean => endsOf(step).includes("bin");
  const { files } = await asked((step) => isOdd(step) && "files of this type are not allowed");
  expect(files).toMatchObject({ open: { types: [".txt"] }, note: { types: [".txt"] } });
  // One face alone has no such rule.
  const ofOne = await asked((step) => step.face === "v2" && isOdd(step) && "files of this type are not allowed");
  expect(ofOne.files).toEqual({});
});

test("one that needs some where its data are right takes those of a type alone, or any", async () => {
  const asking = async (refuses: Refuses) => {
    const { asker } = serviceThat(refuses);
    const context = { ...asker, target } as unknown as ProbeContext;
    const [action] = target.workflows[0]?.actions ?? [];
    return action && filesBesideData(context, 0, action, { name: "Kim" });
  };
  const none = "at least 1 file must be attached";
  const ofType = "files of type .txt or .pdf alone";
  const mayBe = (ends: readonly (string | undefined)[]) => ends.every((end) => end === "txt" || end === "pdf");
  expect(await asking((step) => (endsOf(step).length === 0 ? none : false))).toEqual({ "1": { open: "some" } });
  expect(await asking((step) => (endsOf(step).length === 0 ? none : mayBe(endsOf(step)) ? false : ofType))).toEqual({
    "1": { open: { needed: true, types: [".txt"] } },
  });
  expect(await asking(() => "no")).toBeUndefined();
});

test("that no file is taken is a rule where both faces say that it is about files", () => {
  const isRule = (refuses: Refuses): boolean => {
    const { send, asker, exchanges } = serviceThat(refuses);
    for (const face of ["v2", "legacy"] as const) send({ op: "create", face, ...input("open"), files: [text("a")] });
    const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }];
    return isRuleOfFiles({ ...asker, histories } as unknown as ProbeContext);
  };
  const words = "No file may be attached to this";
  expect(isRule(() => words)).toBe(true);
  expect(isRule(() => "Not now")).toBe(false);
  expect(isRule(({ face }) => (face === "v2" ? words : "Not now"))).toBe(false);
  // What one face takes is no rule that files are refused, but one of single actions.
  expect(isRule(({ face }) => face === "v2" && words)).toBe(true);
});
