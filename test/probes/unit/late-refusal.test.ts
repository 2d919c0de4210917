/** Why a plain action was refused late: what is believed is seen again on fresh traces, and through both faces. */
import { describe, expect, test } from "vitest";
import { lateRefusal } from "../../../probes/index.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import { input, serviceThat, target, type Before, type Refuses, type Write } from "../lib/refusing-service.ts";

/** Notes on one trace until one is refused, and what follows from that. */
async function notesUntilRefused(refuses: Refuses, data?: object, profile: Profile = { readings: {} }) {
  const { send, exchanges, asker } = serviceThat(refuses);
  const created = send({ op: "create", face: "v2", ...input("open") });
  const trace = (created.response?.json?.value as { data: string }).data;
  let last = created;
  for (let turn = 0; turn < 20 && last.response?.status === 200; turn += 1)
    last = send({ op: "act", face: turn % 2 === 0 ? "v2" : "legacy", trace, ...input("note", data) });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const reading = await lateRefusal(asker, profile, history, last);
  return { value: reading?.value, requests: exchanges.length - history.exchanges.length };
}

test("a trace that takes no more than so many actions", async () => {
  const { value, requests } = await notesUntilRefused((_, { done }) => done.length >= 8);
  expect(value).toEqual({ gating: "ordered", workflows: { "1": { mostActions: 8 } } });
  expect(requests).toBeLessThan(15);
});

test("files of an action of a process, of which it takes one alone", async () => {
  const refuses: Refuses = ({ action: key, files = [] }) => key === "note" && files.length > 1 && "at most 1 file";
  const { send, exchanges, asker } = serviceThat(refuses);
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  const text = (name: string) => ({ partName: name, fileName: `${name}.txt`, content: { text: name } });
  const last = send({ op: "act", face: "v2", trace, ...input("note"), files: [text("a"), text("b")] });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const forms = { value: { "1": { note: { type: "object" } } }, evidence: "" };
  const late = (profile: Profile) => lateRefusal(asker, profile, history, last);
  const found = await late({ readings: { "action-forms": forms } });
  expect(found?.value?.files).toEqual({ "1": { note: { most: 1 } } });
  expect((await late({ readings: {} }))?.value?.files).toBeUndefined();
});

test("no files of an action that is refused without them as well", async () => {
  const refuses: Refuses = ({ action: key }) => key === "note" && "the travel document has expired";
  const { send, exchanges, asker } = serviceThat(refuses);
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  const file = { partName: "a", fileName: "a.txt", content: { text: "a" } };
  const last = send({ op: "act", face: "v2", trace, ...input("note"), files: [file] });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const forms = { value: { "1": { note: { type: "object" } } }, evidence: "" };
  const found = await lateRefusal(asker, { readings: { "action-forms": forms } }, history, last);
  expect(found?.value?.files).toBeUndefined();
});

test("no such bound where longer traces were seen", async () => {
  const paths = [["open", ...Array.from({ length: 12 }, () => "note")]];
  const value = { gating: "unclear" as const, workflows: { "1": { paths } } };
  const profile = { readings: { "action-gating": { value, evidence: "" } } };
  const found = await notesUntilRefused((_, { done }) => done.length >= 8, undefined, profile);
  expect(found.value?.workflows?.["1"]?.mostActions).toBeUndefined();
});

test.each<[string, Profile, boolean]>([
  ["an action that comes no more than so often, where others do", { readings: {} }, true],
  [
    "which is for the list to say, where the target has one",
    { readings: { "action-gating": { value: { gating: "listed", path: ["next"], by: "all" }, evidence: "" } } },
    false,
  ],
])("%s", async (_, profile, isRule) => {
  const notes = (done: readonly string[]) => done.filter((key) => key === "note").length;
  const refuses: Refuses = ({ action: key }, { done }) => key === "note" && notes(done) >= 4;
  const { send, exchanges, asker } = serviceThat(refuses);
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  for (const key of ["note", "assess", "note", "note", "note"]) send({ op: "act", face: "v2", trace, ...input(key) });
  const last = send({ op: "act", face: "v2", trace, ...input("note") });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const reading = await lateRefusal(asker, profile, history, last);
  const rules = reading?.value?.workflows?.["1"];
  expect(rules?.atMost).toEqual(isRule ? { note: 4 } : undefined);
});

/** The rules that hold after the second note of a trace was refused. */
async function afterSecondNote(known: Profile) {
  const refuses: Refuses = ({ action: key }, { done }) => key === "note" && done.includes("note");
  const { send, exchanges, asker } = serviceThat(refuses);
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  send({ op: "act", face: "v2", trace, ...input("note") });
  const last = send({ op: "act", face: "v2", trace, ...input("note") });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  return (await lateRefusal(asker, known, history, last))?.value?.workflows?.["1"];
}

test("an action that comes once, where nothing that was done may come again and another may: so often, and a trace takes more", async () => {
  expect(await afterSecondNote({ readings: {} })).toEqual({ atMost: { note: 1 } });
});

test("what is found late holds beside what was known of other actions", async () => {
  const workflows = { "1": { atMost: { assess: 2 }, before: { note: ["assess"] } } };
  const value = { gating: "ordered", workflows } as const;
  const rules = await afterSecondNote({ readings: { "action-gating": { value, evidence: "" } } });
  expect(rules).toEqual({ atMost: { assess: 2, note: 1 }, before: { note: ["assess"] } });
});

test("an action that waits for another, which was not done yet", async () => {
  const refuses: Refuses = ({ action: key }, { done }) => key === "assess" && !done.includes("note");
  const { send, exchanges, asker } = serviceThat(refuses);
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  const last = send({ op: "act", face: "v2", trace, ...input("assess") });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const reading = await lateRefusal(asker, { readings: {} }, history, last);
  expect(reading?.value).toEqual({ gating: "ordered", workflows: { "1": { after: { assess: ["note"] } } } });
});

test("an action that may not come after another, which follows when it likes", async () => {
  const refuses: Refuses = ({ action: key }, { done }) => key === "assess" && done.includes("note");
  const { send, exchanges, asker } = serviceThat(refuses);
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  send({ op: "act", face: "legacy", trace, ...input("note") });
  const last = send({ op: "act", face: "v2", trace, ...input("assess") });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const reading = await lateRefusal(asker, { readings: {} }, history, last);
  expect(reading?.value).toEqual({ gating: "ordered", workflows: { "1": { before: { assess: ["note"] } } } });
});

test("content that was sent before, on the same trace or on any", async () => {
  const same = { same: true };
  const onTrace = await notesUntilRefused((step, before) => before.onTrace.includes(JSON.stringify(step.data)), same);
  expect(onTrace.value).toEqual({ gating: "free", duplicates: "trace" });
  const anywhere = await notesUntilRefused((step, before) => before.anywhere.includes(JSON.stringify(step.data)), same);
  expect(anywhere.value).toEqual({ gating: "free", duplicates: "workflow" });
});

/** What follows from the second assessment of a trace with the same content, after a note, which comes once. */
async function sameAssessmentTwice(refuses: Refuses) {
  const isSecondNote: Refuses = ({ action: key }, { done }) => key === "note" && done.includes("note");
  const { send, exchanges, asker } = serviceThat((step, before) => isSecondNote(step, before) || refuses(step, before));
  const trace = (send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string }).data;
  send({ op: "act", face: "v2", trace, ...input("note") });
  const data = { tcMark: "assessment" };
  const [, last] = [1, 2].map(() => send({ op: "act", face: "v2", trace, ...input("assess", data) }));
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const reading = last && (await lateRefusal(asker, { readings: {} }, history, last));
  return { duplicates: reading?.value?.duplicates, requests: exchanges.length - history.exchanges.length };
}

const isAssessment = ({ action: key }: Write): boolean => key === "assess";

test("content that one action takes once, where the first of the workflow may not come twice", async () => {
  const { duplicates, requests } = await sameAssessmentTwice(
    (step, { done, onTrace }) =>
      isAssessment(step) && (!done.includes("note") || onTrace.includes(JSON.stringify(step.data))),
  );
  expect(duplicates).toBe("trace");
  expect(requests).toBeLessThan(12);
});

test.each<[string, Refuses]>([
  ["whatever it brings", (step, { done }) => isAssessment(step) && done.includes("assess")],
  ["through one face alone", (step, { onTrace }) => step.face === "v2" && onTrace.includes(JSON.stringify(step.data))],
])("an action that is refused a second time %s does not speak of its content", async (_, refuses) => {
  expect((await sameAssessmentTwice(refuses)).duplicates).toBeUndefined();
});

test("a user who may create no more traces", async () => {
  const { send, exchanges, asker } = serviceThat(({ op }, { anywhere }) => op === "create" && anywhere.length >= 3);
  const creations = [1, 2, 3, 4].map(() => send({ op: "create", face: "v2", ...input("open") }));
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const last = creations.at(-1);
  const free = { readings: { "action-gating": { value: { gating: "free" as const }, evidence: "" } } };
  const reading = last && (await lateRefusal(asker, free, history, last));
  expect(reading?.value).toEqual({ gating: "free", creations: "used-up" });
  expect(last && (await lateRefusal(asker, { readings: {} }, history, last))).toBeUndefined();
});

test.each<[string, boolean]>([
  ["are used up where others are taken", true],
  ["are no explanation where none are taken", false],
])("codes in the lists of all examples %s", async (_, isTaken) => {
  const examples = [1, 2].map((no) => ({ lines: [{ kind: "train", receiptNo: `LNER-7712${String(no)}` }] }));
  const dataSchema = {
    ...{ type: "object", required: ["lines"], additionalProperties: false },
    properties: { lines: { enum: examples.map(({ lines }) => lines) } },
  };
  const [workflow] = target.workflows as [(typeof target.workflows)[0]];
  const actions = workflow.actions.map((one) => (one.creates ? { ...one, examples, dataSchema } : one));
  const isOfExamples = ({ data }: Write) => examples.some((one) => JSON.stringify(one) === JSON.stringify(data));
  const refuses: Refuses = (step) => step.op === "create" && (!isTaken || isOfExamples(step));
  const { send, exchanges, asker } = serviceThat(refuses);
  const last = send({ op: "create", face: "v2", ...input("open"), data: examples[0] ?? {} });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const free = { readings: { "action-gating": { value: { gating: "free" as const }, evidence: "" } } };
  const before = exchanges.length;
  const own = { ...asker, target: { ...target, workflows: [{ ...workflow, actions }] } };
  const reading = await lateRefusal(own, free, history, last);
  expect(reading?.value?.creations).toBe(isTaken ? undefined : "used-up");
  expect(exchanges.length - before).toBeLessThan(20);
});

test("a user who may have so many traces open, and creates one when others have ended", async () => {
  let ended = 0;
  const refuses: Refuses = ({ op }, { anywhere }) => op === "create" && anywhere.length - ended >= 3;
  const { send, exchanges, asker } = serviceThat(refuses);
  const creations = [1, 2, 3, 4].map(() => send({ op: "create", face: "v2", ...input("open") }));
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const last = creations.at(-1) as (typeof creations)[0];
  const free = { readings: { "action-gating": { value: { gating: "free" as const }, evidence: "" } } };
  const after = async (ends: number) => {
    const giveBack = () => Promise.resolve((ended += ends) > 0);
    return (await lateRefusal({ ...asker, giveBack }, free, history, last))?.value?.creations;
  };
  expect(await after(0)).toBe("used-up");
  expect(await after(1)).toBe("so-many-open");
});

test("creations without files that are refused are no quota", async () => {
  const { send, exchanges, asker } = serviceThat((step) => step.op === "create" && step.files === undefined);
  const last = send({ op: "create", face: "v2", ...input("open") });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const free = { readings: { "action-gating": { value: { gating: "free" as const }, evidence: "" } } };
  expect(await lateRefusal(asker, free, history, last)).toBeUndefined();
});

/** A note after a creation with a large number, and what follows from its refusal. */
async function noteAfterLargeNumber(refuses: Refuses) {
  const { send, exchanges, asker } = serviceThat(refuses);
  const created = send({ op: "create", face: "v2", ...input("open", { number: 5_000 }) });
  const trace = (created.response?.json?.value as { data: string }).data;
  const refused = send({ op: "act", face: "v2", trace, ...input("note") });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  return (await lateRefusal(asker, { readings: {} }, history, refused))?.value;
}

const isLarge = ({ onTrace }: Before): boolean => onTrace[0]?.includes("5000") === true;
const isNote = ({ action: key }: Write): boolean => key === "note";

test("a process in which the data of earlier actions decide", async () => {
  const value = await noteAfterLargeNumber(
    (step, before) => isNote(step) && isLarge(before) && !before.done.includes("assess"),
  );
  expect(value).toEqual({ gating: "free", byData: ["1"] });
});

test("which is seen on a trace whose form takes texts of one pattern alone, and none twice", async () => {
  const code = { type: "string", pattern: "^[A-Z]{2}[0-9]{8}$" };
  const properties = { code, number: { type: "number" } };
  const dataSchema = { type: "object", additionalProperties: false, required: ["code", "number"], properties };
  const [open, ...others] = target.workflows[0]?.actions ?? [];
  const workflows = [{ id: "1", name: "Samples", actions: [...(open ? [{ ...open, dataSchema }] : []), ...others] }];
  const isAgainstForm = ({ op, data }: Write, { anywhere }: Before): boolean =>
    op === "create" &&
    (!/^[A-Z]{2}[0-9]{8}$/.test(String(data["code"])) ||
      Object.keys(data).some((name) => !Object.hasOwn(properties, name)) ||
      anywhere.some((content) => content.includes(String(data["code"]))));
  const { send, exchanges, asker } = serviceThat(
    (step, before) =>
      isAgainstForm(step, before) || (isNote(step) && isLarge(before) && !before.done.includes("assess")),
  );
  const data = { code: "AB12345678", number: 5_000 };
  const created = send({ op: "create", face: "v2", ...input("open", data), markerAt: ["code"] });
  const trace = (created.response?.json?.value as { data: string }).data;
  const refused = send({ op: "act", face: "v2", trace, ...input("note") });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const asked = { ...asker, target: { ...target, workflows } };
  expect((await lateRefusal(asked, { readings: {} }, history, refused))?.value).toEqual({
    gating: "free",
    byData: ["1"],
  });
});

test.each<[string, Refuses]>([
  ["through one face alone", (step, before) => isNote(step) && isLarge(before) && step.face === "v2"],
  ["whatever came before, where nothing is known to be a process", (step, before) => isNote(step) && isLarge(before)],
  ["after any data", (step, { done }) => isNote(step) && !done.includes("assess")],
])("what is refused after some data %s is not explained by them", async (_, refuses) => {
  expect((await noteAfterLargeNumber(refuses))?.byData).toBeUndefined();
});

test.each<[string, Refuses]>([
  ["through one face alone", ({ face }, { done }) => face === "v2" && done.length >= 6],
  ["once, and not on a fresh trace", once()],
])("what is refused %s is not explained", async (_, refuses) => {
  expect((await notesUntilRefused(refuses)).value).toBeUndefined();
});

function once(): Refuses {
  let refused = false;
  return (_, { done }) => {
    if (refused || done.length < 6) return false;
    refused = true;
    return true;
  };
}

describe("where content decides", () => {
  const ordered: Profile = {
    readings: {
      "action-gating": { value: { gating: "ordered", workflows: { "1": { ends: ["assess"] } } }, evidence: "" },
    },
  };
  const sums = (contents: readonly string[]): number =>
    contents.reduce((sum, one) => sum + Number((JSON.parse(one) as { sum?: number }).sum ?? 0), 0);
  const sumOf = ({ data }: Write): number => Number(data["sum"] ?? 0);

  /** What is found after these notes, the last of which is refused. */
  const found = async (
    refuses: Refuses,
    notes: readonly Readonly<Record<string, number>>[],
    profile: Profile = ordered,
  ) => {
    const { send, exchanges, asker } = serviceThat(refuses);
    const { data: trace } = send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as {
      data: string;
    };
    const sent = notes.map(({ files = 0, ...data }) => {
      const parts = Array.from({ length: files }, () => textPart);
      return send({ op: "act", face: "v2", trace, ...input("note", data), files: parts });
    });
    const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
    const last = sent.at(-1);
    const reading = last && (await lateRefusal(asker, profile, history, last));
    return reading?.value?.byContent;
  };
  const textPart = { partName: "p", fileName: "f", content: { text: "t" } } as const;

  test("earlier actions with their data use something up", async () => {
    const refuses: Refuses = (step, { onTrace }) => sums(onTrace) + sumOf(step) > 10;
    expect(await found(refuses, [{ sum: 6 }, { sum: 7 }])).toEqual({ "1": { note: "data" } });
    // Nothing is left: the same is taken where earlier ones were smaller.
    expect(await found(refuses, [{ sum: 5 }, { sum: 5 }, { sum: 1 }])).toEqual({ "1": { note: "data" } });
  });

  test("files are refused, or wanted", async () => {
    const unwanted: Refuses = ({ action: key, files = [] }) => key === "note" && files.length > 0;
    expect(await found(unwanted, [{ a: 1 }, { b: 1, files: 2 }])).toEqual({ "1": { note: "with-files" } });
    const wanted: Refuses = ({ action: key, files = [] }) => key === "note" && files.length === 0;
    expect(await found(wanted, [{ a: 1, files: 1 }, { b: 1 }])).toEqual({ "1": { note: "without-files" } });
  });

  test("what one face alone refuses is not explained", async () => {
    const refuses: Refuses = (step, { onTrace }) => step.face === "v2" && sums(onTrace) + sumOf(step) > 10;
    expect(await found(refuses, [{ sum: 6 }, { sum: 7 }])).toBeUndefined();
  });

  test("nor what is refused whatever it holds, or once", async () => {
    expect(await found(({ action: key }, { done }) => key === "note" && done.length > 1, [{ a: 1 }, { a: 2 }])).toBe(
      undefined,
    );
    let times = 0;
    expect(await found(({ action: key }) => key === "note" && (times += 1) === 2, [{ a: 1 }, { a: 2 }])).toBe(
      undefined,
    );
  });

  test("nor where the workflow is no process", async () => {
    const refuses: Refuses = (step, { onTrace }) => sums(onTrace) + sumOf(step) > 10;
    const free: Profile = { readings: { "action-gating": { value: { gating: "free" }, evidence: "" } } };
    expect(await found(refuses, [{ sum: 6 }, { sum: 7 }], free)).toBeUndefined();
  });
});
