/** Links that are in no list of others: what is believed both endpoint sets say alike, of whole lists, and show to who sent them. */
import { expect, test } from "vitest";
import { omittedLinks } from "../../../probes/process/shown/omitted-links.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const target: JudgingTarget = {
  name: "by hand",
  access: "read-write",
  workflows: [{ id: "grants", name: "Grants", actions: [] }],
  timeoutMs: 1_000,
  searchLagMs: 0,
};
const [asked, own] = ["0b7e9d0c-0000-4000-8000-000000000001", "0b7e9d0c-0000-4000-8000-000000000002"];
const data = { path: ["payload"], encoding: "json", exact: true } as const;

type Link = { readonly key: string; readonly payload?: object };
const sent = [
  { key: "apply", by: "first", payload: { sum: 10 } },
  { key: "check", by: "user-0", payload: { ok: true } },
  { key: "ask", by: "user-0", payload: { expert: "Ada" } },
];
const everyLink: readonly Link[] = sent.map(({ key, payload }) => ({ key, payload }));
const without = (...keys: readonly string[]) => everyLink.filter(({ key }) => !keys.includes(key));

const answered = (face: Face, operationId: string, actor: string, intent: object, value: object | string): Exchange =>
  ({
    ...{ face, operationId, actor, intent, defects: [], traits: [], sentAtMs: 0, receivedAtMs: 0 },
    response: { status: 200, json: { value: face === "v2" ? { error: null, data: value } : value } },
  }) as unknown as Exchange;

const write = (traceId: string, { key, by, payload }: (typeof sent)[number], at: number): Exchange => {
  const kind = at === 0 ? "create" : "act";
  const intent = { kind, traceId, workflow: 0, actionKey: key, groupLabel: by, files: [], data: payload };
  return answered("v2", at === 0 ? "v2CreateTrace" : "v2AppendAction", by, intent, traceId);
};

interface Shown {
  /** The links of the trace on which others acted. */
  readonly links: (reader: string, face: Face) => readonly Link[];
  /** Those of a trace on which the first user acted alone. */
  readonly ofOwn?: (reader: string) => readonly Link[];
  readonly more?: number;
  readonly alone?: boolean;
}

async function learnt({ links, ofOwn = () => everyLink.slice(0, 1), more = 0, alone = false }: Shown) {
  const acted = alone ? sent.map((one) => ({ ...one, by: "first" })) : sent;
  const writes = [
    ...acted.map((one, at) => write(asked, one, at)),
    ...acted.slice(0, 1).map((one) => write(own, one, 0)),
  ];
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges: writes, unsent: [] }];
  const reads: string[] = [];
  const run = (_: string, steps: readonly object[]) => {
    const pages = (steps as readonly { face: Face; actor: string; trace: string }[]).map(({ face, actor, trace }) => {
      reads.push(actor);
      const shown = trace === own ? ofOwn(actor) : links(actor, face);
      const page = { links: shown, totalCount: shown.length + more, info: { hasNext: false, hasPrevious: false } };
      return answered(face, `${face}TraceDetails`, actor, { kind: "details", traceId: trace, page: {} }, page);
    });
    return Promise.resolve(pages);
  };
  return { found: await omittedLinks({ target, histories, run }, data, "first", () => true), reads };
}

const keptFromFirst = (reader: string) => (reader === "first" ? without("ask") : everyLink);

test("links that others' lists lack are learnt, and who is shown all of them", async () => {
  const { found } = await learnt({ links: keptFromFirst });
  expect(found).toEqual({ omitted: { grants: ["ask"] }, wholeFor: "user-0" });
});

test("the newest may come first", async () => {
  const { found } = await learnt({ links: (reader) => keptFromFirst(reader).toReversed() });
  expect(found).toEqual({ omitted: { grants: ["ask"] }, wholeFor: "user-0" });
});

test("who is not shown the trace of another is not asked for whole lists", async () => {
  const { found } = await learnt({
    links: keptFromFirst,
    ofOwn: (reader) => (reader === "first" ? everyLink.slice(0, 1) : []),
  });
  expect(found).toEqual({ omitted: { grants: ["ask"] } });
});

test.each<[string, Shown]>([
  ["all is shown to all", { links: () => everyLink }],
  ["who sent them does not see them either", { links: () => without("ask") }],
  ["one face alone leaves them out", { links: (reader, face) => (face === "v2" ? keptFromFirst(reader) : everyLink) }],
  ["one face alone shows them", { links: (_, face) => (face === "v2" ? without("ask") : everyLink) }],
  ["the reader's own are lost, too", { links: (reader) => (reader === "first" ? without("apply", "ask") : everyLink) }],
  ["only a part of the list is shown", { links: keptFromFirst, more: 1 }],
  [
    "each face leaves out another",
    { links: (reader, face) => (reader === "first" ? without(face === "v2" ? "ask" : "check") : everyLink) },
  ],
])("nothing is learnt where %s", async (_, shown) => {
  expect((await learnt(shown)).found).toEqual({ omitted: {} });
});

test("nothing is asked where nobody else acted", async () => {
  const { found, reads } = await learnt({ links: keptFromFirst, alone: true });
  expect([found, reads]).toEqual([{ omitted: {} }, []]);
});
