/** Members of data that decide what may come next, and the ways on which they are kept. */
import { expect, test } from "vitest";
import { decidingMembers, tracesIn, wayOf, type SeenTrace } from "../../../probes/process/further/deciding.ts";
import { Explorer } from "../../../probes/process/walk/explore.ts";
import {
  comingAgain,
  furthestKept,
  seenWays,
  steadyWays,
  waysText,
  waysWithData,
  worthTrying,
} from "../../../probes/process/learnt/ways.ts";
import { tryUntriedValues } from "../../../probes/process/further/untried-values.ts";
import { WalkMap } from "../../../probes/process/walk/walk-map.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { NumbersTried } from "../../../probes/process/forms/numbers-tried.ts";
import type { Way } from "../../../spec/readings/process.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const action = (key: string, properties: JsonObject = {}, required: string[] = []) => ({
  ...{ key, groupLabel: "all", creates: key === "open", appends: key !== "open" },
  dataSchema: { type: "object", properties, required, additionalProperties: false } as JsonObject,
});
const remark = { type: "string", maxLength: 60 };
const workflow: WorkflowDescription = {
  id: "1",
  name: "Claims",
  actions: [
    action("open", { amount: { type: "integer", minimum: 1, maximum: 1000 }, kind: { enum: ["a", "b"] }, remark }),
    action("check", { ok: { type: "boolean" }, remark }, ["ok"]),
    action("mend", { remark }),
    action("pay", { remark }),
  ],
};

/** `check` after `open`: what came then, and what did not. */
const trace = (open: JsonObject, check: JsonObject, taken: string, ...refused: string[]): SeenTrace => ({
  steps: [
    { key: "open", data: open },
    { key: "check", data: check },
  ],
  after: [new Map(), new Map([[taken, true], ...refused.map((key) => [key, false] as const)])],
});
const names = (traces: readonly SeenTrace[]): readonly string[] =>
  decidingMembers(traces, workflow).map(({ key, member }) => `${key}.${member}`);

test("a flag with which one action is taken, and without which another is", () => {
  const traces = [
    trace({ kind: "a" }, { ok: true }, "pay", "mend"),
    trace({ kind: "b" }, { ok: true }, "pay", "mend"),
    trace({ kind: "b" }, { ok: false, remark: "a leak" }, "mend", "pay"),
  ];
  expect(names(traces)).toEqual(["check.ok"]);
  expect(wayOf(traces[2] ?? trace({}, {}, ""), decidingMembers(traces, workflow))).toEqual([
    { key: "open" },
    { key: "check", with: { ok: false } },
  ]);
});

test("a member of a form that lists whole documents", () => {
  const verdicts = ["label", "downgrade", "retaste"].map((verdict) => ({ verdict, by: "board" }));
  const check = {
    ...action("check"),
    dataSchema: { type: "object", properties: { verdict: {}, by: {} }, enum: verdicts },
  };
  const listing = { ...workflow, actions: workflow.actions.map((one) => (one.key === "check" ? check : one)) };
  const traces = verdicts.map((one, at) =>
    at < 2 ? trace({ kind: "a" }, one, "pay") : trace({ kind: "a" }, one, "mend", "pay"),
  );
  expect(decidingMembers(traces, listing).map(({ member }) => member)).toEqual(["verdict"]);
});

test("nothing where the same was taken on each trace, or nothing tells the traces apart", () => {
  expect(names([trace({ kind: "a" }, { ok: true }, "pay"), trace({ kind: "b" }, { ok: false }, "pay")])).toEqual([]);
  expect(names([trace({ kind: "a" }, { ok: true }, "pay"), trace({ kind: "a" }, { ok: true }, "mend", "pay")])).toEqual(
    [],
  );
});

test("numbers on either side of a limit, where several are seen on both", () => {
  const paid = [900, 700].map((amount) => trace({ amount }, { ok: true }, "pay"));
  const low = [5, 30].map((amount) => trace({ amount }, { ok: true }, "mend", "pay"));
  expect(names([...paid, ...low])).toEqual(["open.amount"]);
  expect(names([...paid, ...low.slice(1)])).toEqual([]);
  expect(names([...paid, ...low, trace({ amount: 800 }, { ok: true }, "mend", "pay")])).toEqual([]);
});

test("whether a member is there, and two members where one alone explains too little", () => {
  const noted = { ok: true, remark: "seen" };
  expect(names([trace({}, noted, "pay"), trace({}, { ok: true }, "mend", "pay")])).toEqual(["check.remark"]);
  const both = [
    trace({ kind: "a" }, { ok: true }, "pay"),
    trace({ kind: "b" }, { ok: true }, "mend", "pay"),
    trace({ kind: "a" }, { ok: false }, "mend", "pay"),
  ];
  expect(names(both)).toEqual([]);
  const apart = [...both.slice(0, 1), { ...both[1], after: [new Map([["check", false]])] } as SeenTrace];
  expect(names([...apart, { ...both[0], after: [new Map([["check", true]])] } as SeenTrace])).toEqual(["open.kind"]);
});

test("the trial of a member is what was taken, but for the value with which it was not", () => {
  const traces = [trace({ kind: "a" }, { ok: true }, "pay"), trace({ kind: "b" }, { ok: false }, "mend", "pay")];
  const [first] = decidingMembers(traces, workflow);
  expect(first?.trial).toEqual([
    { key: "open", with: { kind: "a" }, without: ["amount"] },
    { key: "check", with: { ok: false } },
    { key: "pay" },
  ]);
});

const step = (key: string, ok?: boolean): Way[number] => (ok === undefined ? { key } : { key, with: { ok } });
const straight: Way = [step("open"), step("check", true), step("pay")];
const back: Way = [step("open"), step("check", false), step("mend"), step("check", false)];

test("the furthest way is tried, one that goes round, and those that show what these do not", () => {
  expect(furthestKept([straight, back.slice(0, 2)])).toEqual(
    new Map<string, object>([
      ["open", {}],
      ["check", { with: { ok: true } }],
      ["pay", {}],
    ]),
  );
  const tried = worthTrying([straight, back, [...back.slice(0, 3), step("check", true)], straight.slice(0, 2)]);
  expect(tried).toContainEqual(straight);
  expect(tried.some((way) => way.length > back.length && way.at(-1)?.key === "pay")).toBe(true);
  expect(tried).not.toContainEqual(straight.slice(0, 2));
});

test("a way to another action is tried before those on which more is new that follows each other", () => {
  const steps = (keys: string): Way => keys.split(" ").map((key) => step(key));
  const furthest = steps("open a b c d e close");
  const mixed = [steps("open d c b a e c"), steps("open e d b d a"), steps("open c e b e a d")];
  const tried = worthTrying([furthest, ...mixed, steps("open a reopen")]);
  // Behind the furthest one, and the one that goes round.
  expect(tried[2]).toEqual(steps("open a reopen"));
});

test("where an action comes once on the ways that were chosen, the shortest other one is tried on which it comes again", () => {
  const steps = (keys: string): Way => keys.split(" ").map((key) => step(key));
  const others = ["open a b b", "open c a b b c", "open b d", "open c c c c c b"].map(steps);
  expect(comingAgain(["open a b c d", "open d d"].map(steps), others)).toEqual([
    steps("open a b b"),
    steps("open c c c c c"),
  ]);
  expect(comingAgain(["open b b c c"].map(steps), others)).toEqual([]);
});

test("of a way so much is kept as is taken on two more traces", async () => {
  const lengths = [4, 3, 1];
  const repeat = (keys: readonly string[]) => Promise.resolve({ taken: keys.slice(0, lengths.shift() ?? 0) });
  const known = { numbers: new NumbersTried(), workflow: { id: "1", actions: [] } };
  expect(await steadyWays({ repeat, requests: 0, known }, [back, straight])).toEqual([back.slice(0, 3)]);
  expect(waysText([back.slice(0, 3)])).toContain("check with ok false");
});

test("where an action is refused that came before, low numbers may let it come again, and go with it from then on", async () => {
  const schema = (maximum: number) => ({
    type: "object",
    properties: { kg: { type: "integer", minimum: 1, maximum } },
  });
  const action = (key: string, maximum: number) => ({
    ...{ key, groupLabel: "all", creates: key === "permit", appends: key !== "permit", dataSchema: schema(maximum) },
  });
  const way: Way = ["permit", "draw", "draw", "draw"].map((key) => ({ key }));
  const withLimit = (most: number) => {
    const known = {
      numbers: new NumbersTried(),
      workflow: { id: "1", actions: [action("permit", 12), action("draw", 12)] },
    };
    const repeat = (keys: readonly string[]) => {
      const isLow = !JSON.stringify(known.workflow.actions[1]).includes('"maximum":12');
      return Promise.resolve({ taken: keys.slice(0, isLow ? most : 2) });
    };
    return { known, repeat, requests: 0 };
  };
  const summed = withLimit(4);
  expect(await steadyWays(summed, [way])).toEqual([way]);
  expect(summed.known.numbers.found).toMatchObject({ draw: "low", permit: "high" });
  const lucky = withLimit(4);
  const lengths = [2, 4, 4];
  const again = (keys: readonly string[]) => Promise.resolve({ taken: keys.slice(0, lengths.shift() ?? 0) });
  // What is taken the next time with the same numbers was not refused for these.
  expect(await steadyWays({ ...lucky, repeat: again }, [way])).toEqual([way]);
  expect(lucky.known.numbers.found).toEqual({});
  const counted = withLimit(2);
  expect(await steadyWays(counted, [way])).toEqual([way.slice(0, 2)]);
  expect(counted.known.numbers.found).toEqual({});
});

/** Claims are paid once a check is ok, and mended until then; what is mended is checked again. */
const byCheck: Refuses = ({ action: key = "" }, { done, onTrace }) => {
  const next: Record<string, readonly string[]> = { open: ["check"], mend: ["check"], pay: [] };
  const isOk = onTrace.at(-1)?.includes('"ok":true') === true;
  return done.length > 0 && !(next[done.at(-1) ?? ""] ?? [isOk ? "pay" : "mend"]).includes(key);
};

test("a service of which the data decide is gone through with those that lead on", async () => {
  const { asker, exchanges } = serviceThat(byCheck);
  const context = { ...asker, target: { ...target, workflows: [workflow] } };
  const explorer = new Explorer(context, 0, workflow, undefined);
  await explorer.explore();
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] }];
  const seen = () => tracesIn(exchanges, 0, workflow, undefined);
  // All walks brought the same verdict by chance: nothing decides, and an action was never taken.
  expect(decidingMembers(seen(), workflow)).toEqual([]);
  await tryUntriedValues(explorer, seen(), false);
  expect(decidingMembers(seen(), workflow)).toMatchObject([{ key: "check", member: "ok" }]);
  // Where no state was read, a list that they have takes nothing from what was tried.
  const withList = tracesIn(exchanges, 0, workflow, { path: ["next"], by: "group" });
  expect(decidingMembers(withList, workflow)).toMatchObject([{ key: "check", member: "ok" }]);
  const ways = await waysWithData({ histories }, explorer, 0, undefined);
  const checks = ways.flat().filter(({ key }) => key === "check");
  expect(checks.every((one) => Object.hasOwn(one.with ?? {}, "ok"))).toBe(true);
  expect(ways.some((way) => way.at(-1)?.key === "pay" && way.at(-2)?.with?.["ok"] === true)).toBe(true);
  expect(ways.some((way) => way.some(({ key }) => key === "mend"))).toBe(true);
});

test("flags of forms that were found decide as well, and walks go on from each that led to something new", async () => {
  // What is mended is tested, and that is all; what is ok is paid, after two more steps. The configuration says nothing of it.
  const next: Record<string, readonly string[]> = { open: ["check"], mend: ["test"], sign: ["pay"], approve: ["sign"] };
  const { asker, exchanges } = serviceThat(({ action: key = "" }, { done, onTrace }) => {
    const isOk = onTrace.at(-1)?.includes('"ok":true') === true;
    const after = done.at(-1) === "check" ? [isOk ? "approve" : "mend"] : (next[done.at(-1) ?? ""] ?? []);
    return done.length > 0 && !after.includes(key);
  });
  const longer = [...workflow.actions, ...["test", "approve", "sign"].map((key) => action(key, { remark }))];
  const untold = longer.map(({ key, groupLabel, creates, appends }) => ({ key, groupLabel, creates, appends }));
  const told = { ...workflow, actions: untold };
  const explorer = new Explorer({ ...asker, target: { ...target, workflows: [told] } }, 0, told, undefined);
  explorer.known.workflow = { ...workflow, actions: longer };
  await explorer.explore();
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] }];
  await tryUntriedValues(explorer, tracesIn(exchanges, 0, told, undefined), false);
  const ways = await waysWithData({ histories }, explorer, 0, undefined);
  const keys = new Set(ways.flat().map(({ key }) => key));
  expect(keys).toEqual(new Set(["open", "check", "mend", "test", "approve", "sign", "pay"]));
});

test("walks go on from a decision that by itself led to nothing new: what comes after three of a kind is found", async () => {
  const after = (done: readonly string[], onTrace: readonly string[]): readonly string[] => {
    if (done.includes("mend") || done.includes("pay")) return [];
    if (onTrace.slice(1).some((content) => content.includes('"ok":true'))) return ["mend"];
    return done.length > 3 ? ["pay"] : ["check"];
  };
  const next: string[] = [];
  const { asker } = serviceThat(({ action: key = "", data }, { done, onTrace }) => {
    const isRefused = done.length > 0 && !after(done, onTrace).includes(key);
    const now = isRefused ? after(done, onTrace) : after([...done, key], [...onTrace, JSON.stringify(data)]);
    next.splice(0, next.length, ...now);
    return isRefused;
  }, next);
  const seen: Exchange[] = [];
  const run: typeof asker.run = async (title, steps) => {
    const answers = structuredClone(await asker.run(title, steps));
    const traceId = (at: number) => (steps[at] as { readonly trace?: string }).trace ?? "";
    seen.push(
      ...answers.map((one, at) =>
        one.intent.kind === "state" ? { ...one, intent: { ...one.intent, traceId: traceId(at) } } : one,
      ),
    );
    return answers;
  };
  const listing = { path: ["next"], by: "group" } as const;
  const explorer = new Explorer({ ...asker, run, target: { ...target, workflows: [workflow] } }, 0, workflow, listing);
  await explorer.explore();
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges: [...seen], unsent: [] }];
  await tryUntriedValues(explorer, tracesIn(seen, 0, workflow, listing), true);
  const ways = await waysWithData({ histories }, explorer, 0, listing);
  expect(new Set(ways.map((way) => way.at(-1)?.key))).toEqual(new Set(["mend", "pay"]));
});

test("where everything is taken at any time, no more is sent", async () => {
  const { asker, exchanges } = serviceThat(() => false);
  const explorer = new Explorer({ ...asker, target: { ...target, workflows: [workflow] } }, 0, workflow, undefined);
  await explorer.explore();
  const before = explorer.requests;
  const histories = () => [{ script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] }];
  await tryUntriedValues(explorer, tracesIn(exchanges, 0, workflow, undefined), false);
  expect(await waysWithData({ histories }, explorer, 0, undefined)).toEqual([]);
  expect(explorer.requests).toBe(before);
});

test.each([
  ["is sent where a list shows what it leads to", true, [true, false]],
  ["is not sent where nothing lists what may come", false, [true]],
])("a flag that no walk had sent, where all actions were taken, %s", async (_, isListed, flags) => {
  const { asker, send, exchanges } = serviceThat(() => false, ["check", "mend", "pay"]);
  const common = { face: "v2", workflow: 0 } as const;
  const begun = send({ op: "create", ...common, action: "open", data: { amount: 3, kind: "a" } });
  const { data: on } = begun.response?.json?.value as { data: string };
  send({ op: "act", ...common, trace: on, action: "check", data: { ok: true } });
  for (const key of ["mend", "pay"]) send({ op: "act", ...common, trace: on, action: key, data: {} });
  const listing = isListed ? ({ path: ["next"], by: "group" } as const) : undefined;
  const explorer = new Explorer({ ...asker, target: { ...target, workflows: [workflow] } }, 0, workflow, listing);
  await tryUntriedValues(explorer, tracesIn(exchanges, 0, workflow, undefined), isListed);
  const sent = exchanges.flatMap(({ intent }) =>
    intent.kind === "act" && intent.actionKey === "check" ? [(intent.data as JsonObject)["ok"]] : [],
  );
  expect(new Set(sent)).toEqual(new Set(flags));
  expect(explorer.requests).toBeLessThan(10);
});

test("what was never taken is tried after each value that was sent, and what follows it as well", async () => {
  const longer = { ...workflow, actions: [...workflow.actions, action("close", { remark })] };
  const { asker, send, exchanges } = serviceThat(({ action: key }, { done, onTrace }) => {
    if (key === "pay") return onTrace.at(-1)?.includes('"ok":true') !== true;
    return key === "close" && done.at(-1) !== "pay";
  });
  const common = { face: "v2", workflow: 0 } as const;
  for (const ok of [true, false]) {
    const begun = send({ op: "create", ...common, action: "open", data: { amount: 3, kind: "a" } });
    const { data: on } = begun.response?.json?.value as { data: string };
    send({ op: "act", ...common, trace: on, action: "check", data: { ok } });
    // Nothing was tried after the one value but this, and it was taken.
    send({ op: "act", ...common, trace: on, action: "mend", data: {} });
    for (const key of ["pay", "close"]) send({ op: "act", ...common, trace: on, action: key, data: {} });
  }
  const seen = () => tracesIn(exchanges, 0, longer, undefined);
  const explorer = new Explorer({ ...asker, target: { ...target, workflows: [longer] } }, 0, longer, undefined);
  await tryUntriedValues(explorer, seen(), false);
  const taken = seen().map(({ steps }) => steps.map(({ key }) => key));
  expect(taken).toContainEqual(["open", "check", "pay", "close"]);
  expect(decidingMembers(seen(), longer)).toMatchObject([{ key: "check", member: "ok" }]);
});

test("what comes only where two agree is found, and what comes where they differ", async () => {
  const longer = { ...workflow, actions: [...workflow.actions, action("settle", { remark })] };
  const { asker, send, exchanges } = serviceThat(({ action: key }, { done, onTrace }) => {
    const said = onTrace.filter((data) => data.includes('"ok":')).map((data) => data.includes('"ok":true'));
    if (key === "check") return done.filter((one) => one === "check").length === 2;
    if (key === "pay") return said.length < 2 || said.includes(false);
    return key === "settle" && new Set(said).size < 2;
  });
  const common = { face: "v2", workflow: 0 } as const;
  const begun = send({ op: "create", ...common, action: "open", data: { amount: 3, kind: "a" } });
  const { data: on } = begun.response?.json?.value as { data: string };
  for (const ok of [false, false]) send({ op: "act", ...common, trace: on, action: "check", data: { ok } });
  for (const key of ["pay", "settle", "mend"]) send({ op: "act", ...common, trace: on, action: key, data: {} });
  const seen = () => tracesIn(exchanges, 0, longer, undefined);
  const explorer = new Explorer({ ...asker, target: { ...target, workflows: [longer] } }, 0, longer, undefined);
  await tryUntriedValues(explorer, seen(), false);
  const taken = seen().map(({ steps }) => steps.map(({ key }) => key));
  expect(taken).toContainEqual(["open", "check", "check", "pay"]);
  expect(taken).toContainEqual(["open", "check", "check", "settle"]);
  expect(explorer.requests).toBeLessThan(60);
});

test("a sequence that no way begins with is kept as it was seen, with what decides on the ways", () => {
  const ways: readonly Way[] = [[{ key: "open" }, { key: "check", with: { ok: false } }, { key: "mend" }]];
  const seen: SeenTrace = {
    steps: [
      { key: "open", data: { amount: 3 } },
      { key: "check", data: { ok: true, remark: "fine" } },
      { key: "pay", data: {} },
      { key: "pay", data: {} },
    ],
    after: [],
  };
  const paths = [
    ["open", "check", "pay"],
    ["open", "check"],
    ["open", "pay"],
  ];
  expect(seenWays(paths, ways, [seen])).toEqual([
    [{ key: "open" }, { key: "check", with: { ok: true } }, { key: "pay" }],
  ]);
  expect(seenWays(paths, [], [seen])).toHaveLength(2);
});

test("a map that is taken up anew knows what ended a trace, and nothing else", () => {
  const map = new WalkMap();
  const place = { done: ["open"], listed: undefined };
  const actions = ["close", "note"].map((key) => action(key));
  const [close, note] = actions as [(typeof actions)[0], (typeof actions)[0]];
  map.led(place, close, { done: ["open", "close"], listed: undefined }, actions);
  map.isOver(close);
  map.led(place, note, { done: ["open", "note"], listed: undefined }, actions);
  map.goesOn(note);
  map.isOver(note);
  const anew = map.anew();
  expect([anew.isDone(place, close), anew.isDone(place, note)]).toEqual([true, false]);
  expect(anew.isNew(place, note)).toBe(true);
  expect(anew.order(place, actions).map(({ key }) => key)).toEqual(["note", "close"]);
});
