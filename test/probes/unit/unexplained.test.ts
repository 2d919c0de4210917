/** Refusals that nothing explains: what is seen again through both faces is the business of the process. */
import { expect, test } from "vitest";
import { lateRefusal } from "../../../probes/index.ts";
import { unexplained } from "../../../probes/process/late/unexplained.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import { input, serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const process: Profile = {
  readings: {
    "action-gating": { value: { gating: "ordered", workflows: { "1": { ends: ["assess"] } } }, evidence: "" },
  },
};
const people: JudgingTarget["people"] = (["first", "user-0"] as const).map((account) => ({
  account,
  may: ["read", "write", "search"],
}));

/** A creation and a note of the first user, which is refused. */
function refusedNote(refuses: Refuses) {
  const { send, exchanges, asker } = serviceThat(refuses);
  const created = send({ op: "create", face: "v2", ...input("open", { tcRun: "run", tcMark: "begun" }) });
  const { data: trace } = created.response?.json?.value as { data: string };
  const last = send({ op: "act", face: "v2", trace, ...input("note") });
  expect(last.response?.status).toBe(400);
  return { history: { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] }, last, asker };
}

async function afterRefusedNote(refuses: Refuses, colleagues = false, profile: Profile = process) {
  const { history, last, asker } = refusedNote(refuses);
  const asked = { ...asker, target: colleagues ? { ...target, people } : target };
  const { byContent, byAnother } = (await lateRefusal(asked, profile, history, last))?.value ?? {};
  return { byContent, byAnother };
}

/** What is found of it where no other reason was looked for. */
async function ofRefusedNote(refuses: Refuses, colleagues: JudgingTarget["people"]) {
  const { history, last, asker } = refusedNote(refuses);
  const [workflow] = target.workflows;
  const asked = { ...asker, target: { ...target, ...(colleagues ? { people: colleagues } : {}) } };
  return workflow && (await unexplained(asked, process, workflow, history, last));
}

const isNote: Refuses = ({ action }) => action === "note";

test("an action that is never taken, whatever it brings", async () => {
  expect((await afterRefusedNote(isNote)).byContent).toEqual({ "1": { note: "unknown" } });
});

test("where the same content is taken once alone, each trace that is built again brings content of its own", async () => {
  const isTwice: Refuses = ({ data }, { anywhere }) => anywhere.includes(JSON.stringify(data));
  const refuses: Refuses = (step, before) => isNote(step, before) || (step.op === "create" && isTwice(step, before));
  expect((await afterRefusedNote(refuses)).byContent).toEqual({ "1": { note: "unknown" } });
});

/** What is known after a note is refused that the list names, where others were taken from the same trace before. */
async function afterOthersWereTaken(refusesLater: Refuses) {
  let isLater = false;
  const { send, exchanges, asker } = serviceThat((step, before) => isLater && refusesLater(step, before), ["note"]);
  const trace = () => send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as { data: string };
  send({ op: "act", face: "v2", trace: trace().data, ...input("note") });
  const taken = [...exchanges];
  const { data: second } = trace();
  isLater = true;
  const last = send({ op: "act", face: "v2", trace: second, ...input("note", { number: -1 }) });
  const listed: Profile = {
    readings: { "action-gating": { value: { gating: "listed", path: ["next"], by: "group" }, evidence: "" } },
  };
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const asked = { ...asker, precedent: () => taken };
  return (await lateRefusal(asked, listed, history, last))?.value?.byContent;
}

test("an action that the list names is no process's business once the very trace on which it was taken is refused it", async () => {
  expect(await afterOthersWereTaken(isNote)).toBeUndefined();
  const isNegative: Refuses = ({ data }) => (data as { number: number }).number < 0;
  expect(await afterOthersWereTaken(isNegative)).toBeDefined();
});

test("nor from a colleague", async () => {
  expect(await afterRefusedNote(isNote, true)).toEqual({ byContent: { "1": { note: "unknown" } } });
});

test.each<[string, Refuses]>([
  ["through one face alone", (step, before) => isNote(step, before) && step.face === "v2"],
  ["once, and not on a fresh trace", once()],
])("what is refused %s is not explained", async (_, refuses) => {
  expect(await afterRefusedNote(refuses)).toEqual({});
});

test("nor what is refused where nothing is a process", async () => {
  const free: Profile = { readings: { "action-gating": { value: { gating: "free" }, evidence: "" } } };
  expect((await afterRefusedNote(isNote, false, free)).byContent).toBeUndefined();
});

/** A note is a colleague's on the first trace, and on each other one it is the other user's; it stays so. */
function allotted(): Refuses {
  const owners = new Map<string, "first" | "user-0">();
  let traces = 0;
  return (step) => {
    if (step.op === "create") {
      traces += 1;
      owners.set(`$${step.as ?? ""}`, traces % 2 === 1 ? "user-0" : "first");
      return false;
    }
    return step.action === "note" && (step.actor ?? "first") !== (owners.get(String(step.trace)) ?? "user-0");
  };
}

/** Who did the last action anywhere is refused a note; on each third trace a colleague has done one elsewhere meanwhile. */
function lastAnywhere(): Refuses {
  let [traces, last] = [0, "first"];
  return ({ op, action, actor = "first" }) => {
    if (op === "create") traces += 1;
    if (action === "note" && actor === last) return true;
    last = op === "create" && traces % 3 === 0 ? "user-0" : actor;
    return false;
  };
}

test("an action that the service allots to one of the group, now this one and now that one", async () => {
  const found = await ofRefusedNote(allotted(), people);
  expect(found).toMatchObject({ kind: "allotted", keys: ["note", "assess"] });
});

test("not one of which a user is freed by what a colleague does on another trace", async () => {
  expect(await ofRefusedNote(lastAnywhere(), people)).toBeUndefined();
});

test("not one that is refused to the same user on every trace", async () => {
  const refuses: Refuses = (step, before) => isNote(step, before) && step.actor !== "user-0";
  expect(await ofRefusedNote(refuses, people)).toBeUndefined();
});

function once(): Refuses {
  let times = 0;
  return ({ action }) => action === "note" && (times += 1) === 1;
}

/** What is known after the second note of a trace is refused, which the list still names; a note may have a form. */
async function ofSecondNote(form?: JsonObject) {
  const { send, exchanges, asker } = serviceThat(
    ({ action: key }, { done }) => key === "note" && done.includes("note"),
    ["note"],
  );
  const actions = target.workflows[0]?.actions.map((one) =>
    form && one.key === "note" ? { ...one, dataSchema: form } : one,
  );
  const own = { ...target, workflows: [{ id: "1", actions: actions ?? [] }] };
  const { data: trace } = send({ op: "create", face: "v2", ...input("open") }).response?.json?.value as {
    data: string;
  };
  const [, last] = [1, 2].map(() => send({ op: "act", face: "v2", trace, ...input("note") }));
  const value = { gating: "listed", path: ["next"], by: "group" } as const;
  const listed: Profile = { readings: { "action-gating": { value, evidence: "" } } };
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  return last && (await lateRefusal({ ...asker, target: own }, listed, history, last))?.value?.byContent;
}

test("nor one that the list names, and that is refused for no more than having been done before", async () => {
  expect(await ofSecondNote()).toBeUndefined();
  expect(await ofSecondNote({ type: "object", properties: { number: { type: "number" } } })).toBeDefined();
});
