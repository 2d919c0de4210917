/** Links that nobody sent and that came late: what is believed stands in both endpoint sets, beside those of all actions. */
import { expect, test } from "vitest";
import { lateOwnLinks, unknownOwnLinks } from "../../../probes/index.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const target: JudgingTarget = {
  name: "by hand",
  access: "read-write",
  workflows: [{ id: "1", name: "Claims", actions: [action("open", true), action("note")] }],
  timeoutMs: 1_000,
  searchLagMs: 0,
};
const profile: Profile = {
  readings: {
    "link-data": { value: { path: ["data"], encoding: "json", exact: true }, evidence: "by hand" },
    "own-links": { value: { seen: false }, evidence: "None was seen." },
  },
};
const traceId = "0b7e9d0c-0000-4000-8000-000000000001";
const sent = [
  { id: "l1", actionKey: "open", data: { tcRun: "run1" } },
  { id: "l2", actionKey: "note", data: { tcRun: "run1", word: "amber" } },
];
const expired = { id: "l3", actionKey: "expire", data: {} };

function answer(index: number, face: Face, intent: object, value: object): Exchange {
  const exchange = { index, step: String(index), operationId: `${face}TraceDetails`, face, actor: "first", intent };
  const response = { status: 200, json: { value } };
  return {
    ...exchange,
    defects: [],
    traits: [],
    sentAtMs: index,
    receivedAtMs: index,
    response,
  } as unknown as Exchange;
}

function page(index: number, face: Face, links: readonly object[]): Exchange {
  const payload = { links, totalCount: links.length, info: { hasNext: false, hasPrevious: false } };
  const intent = { kind: "details", traceId, page: {} };
  return answer(index, face, intent, face === "v2" ? { error: null, data: payload } : payload);
}

const write = (index: number, kind: "create" | "act"): Exchange => {
  const { actionKey, data } = sent[index] ?? {};
  const intent = { kind, traceId, workflow: 0, actionKey, groupLabel: "all", data, files: [] };
  const made = answer(index, "v2", intent, { error: null, data: traceId });
  return { ...made, operationId: kind === "create" ? "v2CreateTrace" : "v2AppendAction" };
};

/** What is learnt where the history shows these links, and each face shows these when they are read again. */
async function learnt(shown: readonly object[], again: { readonly [face in Face]: readonly object[] }) {
  const exchanges = [write(0, "create"), write(1, "act"), page(2, "v2", shown)];
  const history: History = { script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] };
  let reads = 0;
  const run = (_title: string, steps: History["script"]["steps"]) =>
    Promise.resolve(steps.flatMap((step) => ("face" in step ? [page(10 + ++reads, step.face, again[step.face])] : [])));
  const reading = await lateOwnLinks({ target, run }, profile, history, "run1");
  return { value: reading?.value, reads };
}

const all = [...sent, expired];

test("a link of a key that nobody sent, which both endpoint sets show", async () => {
  const { value } = await learnt(all, { v2: all, legacy: all });
  expect(value).toEqual({
    seen: true,
    path: ["actionKey"],
    keys: ["expire"],
    after: ["note", "open"],
    members: [],
    late: true,
  });
});

test.each([
  ["one endpoint set alone shows", all, { v2: all, legacy: sent }],
  ["is gone when it is read again", all, { v2: sent, legacy: sent }],
  ["took the place of one that was sent", all, { v2: [sent[0] ?? {}, expired], legacy: [sent[0] ?? {}, expired] }],
  ["stands beside a doubled one", all, { v2: [...sent, ...all], legacy: [...sent, ...all] }],
])("a link that %s is not believed", async (_, shown, again) => {
  expect((await learnt(shown, again)).value).toBeUndefined();
});

test.each([
  ["of an action of the workflow", { ...expired, actionKey: "note" }],
  ["with what was sent, and more", { ...expired, data: { tcRun: "run1", word: "onyx" } }],
])("a link %s is not looked into", async (_, link) => {
  const { value, reads } = await learnt([...sent, link], { v2: all, legacy: all });
  expect(value).toBeUndefined();
  expect(reads).toBe(0);
});

test("a link that repeats the data of an action is learnt as such", async () => {
  const again = [...sent, { ...expired, data: { tcRun: "run1" } }];
  const { value } = await learnt(again, { v2: again, legacy: again });
  expect(value).toMatchObject({ keys: ["expire"], copies: ["expire"], members: [] });
});

test("what is known is not looked into again", () => {
  const known = { seen: true, path: ["actionKey"], keys: ["expire"], after: ["note"], members: [], late: true };
  const exchanges = [write(0, "create"), write(1, "act"), page(2, "v2", all)];
  const readings = { ...profile.readings, "own-links": { value: known, evidence: "by hand" } };
  const history: History = { script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] };
  expect(unknownOwnLinks(history, { target, profile: { readings }, runId: "run1" })).toBeUndefined();
});

test.each([
  ["after nothing", false],
  ["after a refused action", true],
])("one of a known key that came %s", (_, afterRefusal) => {
  const known = { seen: true, path: ["actionKey"], keys: ["expire"], after: ["note"], members: [] };
  const made = write(1, "act");
  const refused = { ...made, index: 3, sentAtMs: 3, receivedAtMs: 3, response: { status: 400 } } as unknown as Exchange;
  const between = afterRefusal ? [refused] : [];
  const exchanges = [write(0, "create"), made, page(2, "v2", sent), ...between, page(4, "v2", all)];
  const readings = { ...profile.readings, "own-links": { value: known, evidence: "by hand" } };
  const history: History = { script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] };
  const shown = unknownOwnLinks(history, { target, profile: { readings }, runId: "run1" });
  expect(shown?.found.late).toBe(afterRefusal ? undefined : true);
});
