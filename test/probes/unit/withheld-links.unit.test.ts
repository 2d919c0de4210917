/** Links without data: what is believed both endpoint sets say alike, of whole lists, and show to who sent them. */
import { expect, test } from "vitest";
import { withheldLinks } from "../../../probes/process/shown/withheld-links.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const target: JudgingTarget = {
  name: "by hand",
  access: "read-write",
  workflows: [{ id: "lab", name: "Lab", actions: [] }],
  timeoutMs: 1_000,
  searchLagMs: 0,
};
const traceId = "0b7e9d0c-0000-4000-8000-000000000001";
const data = { path: ["payload"], encoding: "json", exact: true } as const;

type Link = { readonly key: string; readonly payload?: object | null };
const sent = [
  { key: "order", by: "first", payload: { tcMark: "mark-one" } },
  { key: "result", by: "user-0", payload: { tcMark: "mark-two" } },
] as const;
const shown: readonly Link[] = sent.map(({ key, payload }) => ({ key, payload }));
const [order = { key: "order" }] = shown;
const redacted: readonly Link[] = [order, { key: "result" }];

const answered = (face: Face, operationId: string, actor: string, intent: object, value: object): Exchange =>
  ({
    ...{ face, operationId, actor, intent, defects: [], traits: [], sentAtMs: 0, receivedAtMs: 0 },
    response: { status: 200, json: { value: face === "v2" ? { error: null, data: value } : value } },
  }) as unknown as Exchange;

const writes = sent.map(({ key, by, payload }, at) => {
  const intent = { kind: at === 0 ? "create" : "act", traceId, workflow: 0, actionKey: key, files: [], data: payload };
  const operationId = at === 0 ? "v2CreateTrace" : "v2AppendAction";
  return answered("v2", operationId, by, { ...intent, groupLabel: by }, traceId as unknown as object);
});

/** What is learnt where each reader is shown these links through each face, of a list of so many. */
async function learnt(links: (reader: string, face: Face) => readonly Link[], totalCount = 2) {
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges: writes, unsent: [] }];
  const run = (_: string, steps: readonly object[]) => {
    const pages = (steps as readonly { face: Face; actor: string }[]).map(({ face, actor }) => {
      const page = { links: links(actor, face), totalCount, info: { hasNext: false, hasPrevious: false } };
      return answered(face, `${face}TraceDetails`, actor, { kind: "details", traceId, page: {} }, page);
    });
    return Promise.resolve(pages);
  };
  return withheldLinks({ target, histories, run }, data, "first", () => true);
}

const toOthers =
  (kept: readonly Link[]) =>
  (reader: string): readonly Link[] =>
    reader === "first" ? kept : shown;

test.each<[string, readonly Link[]]>([
  ["without a member for them", redacted],
  ["with null there", [order, { key: "result", payload: null }]],
  ["with nothing in it", [order, { key: "result", payload: {} }]],
])("links that show others' data to their sender alone are learnt: %s", async (_, kept) => {
  expect(await learnt(toOthers(kept))).toEqual({ lab: ["result"] });
});

test.each<[string, Promise<object>]>([
  ["all is shown to all", learnt(() => shown)],
  ["who sent them does not see them either", learnt(() => redacted)],
  ["one face alone keeps them", learnt((reader, face) => (reader === "first" && face === "v2" ? redacted : shown))],
  ["one face alone shows them", learnt((reader, face) => (reader === "first" || face === "v2" ? redacted : shown))],
  ["other data stand there", learnt(toOthers([order, { key: "result", payload: { tcMark: "mark-nine" } }]))],
  ["the reader's own are lost, too", learnt(toOthers([{ key: "order" }, { key: "result" }]))],
  ["the link is missing", learnt(toOthers([order]), 1)],
  ["only a part of the list is shown", learnt(toOthers(redacted), 3)],
])("nothing is learnt where %s", async (_, withheld) => {
  expect(await withheld).toEqual({});
});
