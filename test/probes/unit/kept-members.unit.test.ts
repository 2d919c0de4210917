/** Members that some readers are never shown: what is believed both endpoint sets say alike, twice, and show to who sent them. */
import { expect, test } from "vitest";
import { keptMembers } from "../../../probes/process/shown/kept-members.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import type { Face } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JudgingTarget, Person } from "../../../spec/vocabulary/target.ts";

const people = ["first", "user-0", "user-1"].map((account) => ({ account, may: ["read", "write"] }));
const target: JudgingTarget = {
  name: "by hand",
  access: "read-write",
  workflows: [{ id: "repairs", name: "Repairs", actions: [] }],
  timeoutMs: 1_000,
  searchLagMs: 0,
  people: people as unknown as readonly Person[],
};
const traces = [1, 2, 3].map((number) => `0b7e9d0c-0000-4000-8000-00000000000${String(number)}`);
const sentTo = (trace: string): readonly (readonly [key: string, by: string, data: JsonObject])[] => [
  ["takeIn", "first", { thing: `mark-${trace}-1` }],
  ["quote", "user-0", { cost: 12, margin: 3, remark: `mark-${trace}-2` }],
];

const answered = (face: Face, operationId: string, actor: string, intent: object, value: object | string): Exchange =>
  ({
    ...{ face, operationId, actor, intent, defects: [], traits: [], sentAtMs: 0, receivedAtMs: 0 },
    response: { status: 200, json: { value: face === "v2" ? { error: null, data: value } : value } },
  }) as unknown as Exchange;

interface Asked {
  readonly reader: string;
  readonly face: Face;
  readonly trace: string;
  readonly where: "links" | "state";
}
/** What is shown of a quote. */
type Shows = (quote: JsonObject, asked: Asked) => JsonObject;

interface Step {
  readonly op: string;
  readonly face: Face;
  readonly trace: string;
  readonly actor: string;
}

/**
 * What is learnt where readers are shown a quote so, on so many traces, and how much was asked for it.
 * @param isReadBefore true where the first reader has read the links of each trace
 */
async function learnt(shows: Shows, count = 3, isReadBefore = true) {
  const known = traces.slice(0, count);
  const dataFor = (asked: Asked): readonly JsonObject[] =>
    sentTo(asked.trace).map(([key, , data]) => (key === "quote" ? shows(data, asked) : data));
  const read = ({ op, face, trace, actor }: Step): Exchange => {
    const intent = { kind: op, traceId: trace, page: {} };
    const asked = { reader: actor, face, trace };
    if (op === "state") {
      const data: JsonObject = Object.assign({}, ...dataFor({ ...asked, where: "state" }));
      return answered(face, `${face}TraceState`, actor, intent, { state: { data } });
    }
    const links = dataFor({ ...asked, where: "links" }).map((data) => ({ payload: data }));
    const page = { links, totalCount: links.length, info: { hasNext: false, hasPrevious: false } };
    return answered(face, `${face}TraceDetails`, actor, intent, page);
  };
  const exchanges = known.flatMap((trace) => [
    ...sentTo(trace).map(([actionKey, by, data], at) => {
      const kind = at === 0 ? "create" : "act";
      const markerAt = [at === 0 ? "thing" : "remark"];
      const intent = { kind, traceId: trace, workflow: 0, actionKey, groupLabel: by, files: [], data, markerAt };
      return answered("v2", at === 0 ? "v2CreateTrace" : "v2AppendAction", by, intent, trace);
    }),
    ...(isReadBefore ? [read({ op: "details", face: "v2", trace, actor: "first" })] : []),
  ]);
  let asked = 0;
  const ask = (_: string, questions: readonly { readonly step: object }[]) => {
    const answers = questions.map(({ step }) => read(step as Step));
    exchanges.push(...answers);
    asked += answers.length;
    return Promise.resolve(answers);
  };
  const readings = {
    "link-data": { path: ["payload"], encoding: "json", exact: true },
    "state-data": { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true },
  };
  const context = {
    target,
    ask,
    histories: () => [{ script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] }],
    reading: (id: keyof typeof readings) => readings[id],
  } as unknown as ProbeContext;
  return { found: await keptMembers(context, () => true), asked };
}

const without = ({ margin: _, ...others }: JsonObject): JsonObject => others;
const fromFirst =
  (hide: (quote: JsonObject) => JsonObject): Shows =>
  (quote, { reader }) =>
    reader === "first" ? hide(quote) : quote;
const inRepairs = (member: object) => ({ repairs: { quote: { margin: member } } });
const keptFromFirst = { keptFrom: ["first"], shownTo: ["user-1"] };

test("a member that is left out for some is learnt, in links and in the state", async () => {
  const { found } = await learnt(fromFirst(without));
  expect(found).toEqual({ links: inRepairs(keptFromFirst), state: inRepairs(keptFromFirst) });
});

test("in links alone, with what stands in its place", async () => {
  const masked = fromFirst((quote) => ({ ...quote, margin: null }));
  const { found } = await learnt((quote, asked) => (asked.where === "links" ? masked(quote, asked) : quote));
  expect(found).toEqual({ links: inRepairs({ ...keptFromFirst, mask: null }) });
});

test("the member by which the link is told", async () => {
  const { found } = await learnt(fromFirst(({ remark: _, ...others }) => others));
  expect(found.links).toEqual({ repairs: { quote: { remark: keptFromFirst } } });
});

test("nothing is asked where all is shown to all", async () => {
  expect(await learnt((quote) => quote)).toEqual({ found: {}, asked: 0 });
});

test("the first reader looks once at what others brought, which was not read before", async () => {
  expect(await learnt((quote) => quote, 3, false)).toEqual({ found: {}, asked: 1 });
  const { found } = await learnt(fromFirst(without), 3, false);
  expect(found.links).toEqual(inRepairs(keptFromFirst));
});

const isOdd = ({ trace }: Asked): boolean => trace === traces[0];

test.each<[string, Shows]>([
  ["who sent it is not shown it either", without],
  ["one face alone keeps it", (quote, asked) => (asked.face === "v2" ? fromFirst(without)(quote, asked) : quote)],
  ["it is kept now and then", (quote, asked) => (isOdd(asked) ? fromFirst(without)(quote, asked) : quote)],
  ["another number stands there", fromFirst((quote) => ({ ...quote, margin: 4 }))],
  ["the mask is another each time", fromFirst((quote) => ({ ...quote, margin: `was ${String(quote["remark"])}` }))],
])("nothing is learnt where %s", async (_, shows) => {
  expect((await learnt(shows)).found).toEqual({});
});

test("nothing is learnt of one trace alone", async () => {
  expect((await learnt(fromFirst(without), 1)).found).toEqual({});
});

test("nothing is learnt of a state in which nothing of the action stands", async () => {
  const { found } = await learnt((quote, { reader, where }) => (reader === "first" && where === "state" ? {} : quote));
  expect(found).toEqual({});
});

test("two traces are read, by each reader once through each face", async () => {
  expect((await learnt(fromFirst(without))).asked).toBe(2 * 3 * 2 * 2);
});
