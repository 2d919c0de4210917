/**
 * Members that some readers are not shown, never or until some action or since: what is believed both endpoint sets say
 * alike, twice, and show to who sent them.
 */
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
const traces = [1, 2, 3, 4, 5].map((number) => `0b7e9d0c-0000-4000-8000-00000000000${String(number)}`);
type Sent = readonly [key: string, by: string, data: JsonObject];
const sentTo = (trace: string, further: readonly string[] = []): readonly Sent[] => [
  ["takeIn", "first", { thing: `mark-${trace}-1` }],
  ["quote", "user-0", { cost: 12, margin: 3, remark: `mark-${trace}-2` }],
  ...further.map((key, at): Sent => {
    const remark = `mark-${trace}-${key}-${String(at)}`;
    return key === "quote"
      ? [key, "user-0", { cost: 9, margin: 2, remark }]
      : [key, "first", { [`${key}Note`]: remark }];
  }),
];

let nowMs = 0;
const answered = (face: Face, operationId: string, actor: string, intent: object, value: object | string): Exchange =>
  ({
    ...{ face, operationId, actor, intent, defects: [], traits: [], sentAtMs: ++nowMs, receivedAtMs: nowMs },
    response: { status: 200, json: { value: face === "v2" ? { error: null, data: value } : value } },
  }) as unknown as Exchange;

interface Asked {
  readonly reader: string;
  readonly face: Face;
  readonly trace: string;
  readonly where: "links" | "state";
  /** Keys of what was done on the trace by then, and of what was behind the quote. */
  readonly done: readonly string[];
  readonly behind: readonly string[];
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
 * @param isReadBefore true where the first reader has read the links of each trace, once it was quoted and after all else
 * @param ways what else is done on each trace
 */
async function learnt(shows: Shows, count = 3, isReadBefore = true, ways: readonly (readonly string[])[] = []) {
  const known = traces.slice(0, count);
  const written = new Map<string, Sent[]>();
  const dataFor = (asked: Omit<Asked, "done" | "behind">): readonly JsonObject[] => {
    const sent = written.get(asked.trace) ?? [];
    const done = sent.map(([key]) => key);
    return sent.map(([key, , data], at) =>
      key === "quote" ? shows(data, { ...asked, done, behind: done.slice(at + 1) }) : data,
    );
  };
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
  const exchanges = known.flatMap((trace, place) =>
    sentTo(trace, ways[place]).flatMap((sent, at) => {
      const [actionKey, by, data] = sent;
      const kind = at === 0 ? "create" : "act";
      written.set(trace, [...(written.get(trace) ?? []), sent]);
      const markerAt = [Object.keys(data).at(-1) ?? ""];
      const intent = { kind, traceId: trace, workflow: 0, actionKey, groupLabel: by, files: [], data, markerAt };
      return [
        answered("v2", at === 0 ? "v2CreateTrace" : "v2AppendAction", by, intent, trace),
        ...(isReadBefore && at > 0 ? [read({ op: "details", face: "v2", trace, actor: "first" })] : []),
      ];
    }),
  );
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

/** As long as it holds of what was done the first reader is not shown the margin. */
const fromFirstWhile =
  (holds: (done: readonly string[]) => boolean): Shows =>
  (quote, asked) =>
    holds(asked.done) ? fromFirst(without)(quote, asked) : quote;
const untilClosed = fromFirstWhile((done) => !done.includes("close"));
const sinceClosed = fromFirstWhile((done) => done.includes("close"));
const [open, closed] = [["ask"], ["ask", "close"]];

test("a member that is left out until an action is learnt with it, in links and in the state", async () => {
  const { found } = await learnt(untilClosed, 4, true, [open, open, closed]);
  const member = inRepairs({ ...keptFromFirst, until: "close" });
  expect(found).toEqual({ links: member, state: member });
});

test("and so is one that is left out since then", async () => {
  const { found } = await learnt(sinceClosed, 4, true, [open, closed, closed]);
  expect(found.links).toEqual(inRepairs({ ...keptFromFirst, since: "close" }));
});

test("of several that may decide it is told by a trace on which some were done", async () => {
  const { found } = await learnt(untilClosed, 4, false, [[], [], ["close"], ["close", "pay"]]);
  expect(found.links).toEqual(inRepairs({ ...keptFromFirst, until: "close" }));
});

test("of several that nothing tells apart, the last one ends it", async () => {
  const { found } = await learnt(untilClosed, 3, false, [[], [], ["close", "pay"]]);
  expect(found.links).toEqual(inRepairs({ ...keptFromFirst, until: "pay" }));
});

test("what always ends a trace may keep it again", async () => {
  const cancelled = ["cancel"];
  const { found } = await learnt(untilClosed, 4, true, [cancelled, cancelled, closed]);
  expect(found.links).toEqual(inRepairs({ ...keptFromFirst, until: "close", since: "cancel" }));
});

const rounds = [["close", "quote", "close"], ["close", "quote"], ["ask"], ["close"]];
test.each<[string, Shows]>([
  [
    "is kept until the action comes again",
    (quote, asked) => (asked.behind.includes("close") ? quote : fromFirst(without)(quote, asked)),
  ],
  ["is shown at once", untilClosed],
])("what comes behind the action that ends it, and %s", async (_, shows) => {
  const { found } = await learnt(shows, 5, true, rounds);
  expect(found.links).toEqual(inRepairs({ ...keptFromFirst, until: "close" }));
});

test("but not what is never shown again", async () => {
  const isAgain = (done: readonly string[]): boolean => done.filter((key) => key === "quote").length > 1;
  const lost: Shows = (quote, asked) =>
    isAgain(asked.done) ? fromFirst(without)(quote, asked) : untilClosed(quote, asked);
  expect((await learnt(lost, 5, true, rounds)).found.links).toBeUndefined();
});

test("it is shown between two actions", async () => {
  const between = fromFirstWhile((done) => !done.includes("close") || done.includes("pay"));
  const { found } = await learnt(between, 4, true, [open, open, ["close", "pay"], ["close"]]);
  expect(found.links).toEqual(inRepairs({ ...keptFromFirst, until: "close", since: "pay" }));
});

test.each<[string, Shows]>([
  ["one face alone keeps it until then", (quote, asked) => (asked.face === "v2" ? untilClosed(quote, asked) : quote)],
  ["one face alone keeps it after", (quote, asked) => (asked.face === "v2" ? without : untilClosed)(quote, asked)],
  [
    "who sent it is not shown it either until then",
    (quote, { done }) => (done.includes("close") ? quote : without(quote)),
  ],
  ["no one action explains when it is kept", fromFirstWhile((done) => done.length !== 3)],
])("nothing is learnt where %s", async (_, shows) => {
  expect((await learnt(shows, 4, true, [open, open, closed, ["close"]])).found).toEqual({});
});

test("nothing is learnt where it is lost when the action comes again", async () => {
  const lost: Shows = (quote, asked) => (quote["cost"] === 9 ? without(quote) : fromFirst(without)(quote, asked));
  expect((await learnt(lost, 4)).found.links).toEqual(inRepairs(keptFromFirst));
  expect((await learnt(lost, 4, false, [[], [], [], ["quote"]])).found.links).toBeUndefined();
});

test("nor where a trace of other steps does not go by the action", async () => {
  const isAsked = (done: readonly string[]): boolean => done.filter((key) => key === "ask").length > 1;
  const orAsked = fromFirstWhile((done) => isAsked(done) || !done.includes("close"));
  const ways = [[], ["ask"], ["ask", "ask", "close"], ["ask", "close", "pay"]];
  expect((await learnt(orAsked, 4, false, ways)).found.links).toEqual(inRepairs({ ...keptFromFirst, until: "pay" }));
  expect((await learnt(orAsked, 5, false, [...ways, ["ask", "close"]])).found).toEqual({});
});
