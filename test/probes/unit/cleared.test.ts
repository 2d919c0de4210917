/** Actions that take members out of the state again: seen on one trace, and believed where fresh ones show it again. */
import { expect, test } from "vitest";
import { lateCleared } from "../../../probes/process/late/late-cleared.ts";
import { clearedMembers, clearingsIn } from "../../../probes/process/shown/cleared.ts";
import { seenStates, type SeenState } from "../../../probes/seen/states.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues, Reading } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const target: JudgingTarget = {
  name: "by hand",
  access: "read-write",
  workflows: [{ id: "1", name: "Loans", actions: [action("ask", true), action("lend"), action("return")] }],
  timeoutMs: 1_000,
  searchLagMs: 0,
};
const state: OpenPointValues["state-data"] = { path: [], fold: "shallow-merge", encoding: "json", exact: false };
const link: OpenPointValues["link-data"] = { path: [], encoding: "json", exact: false };
const id = "0b7e9d0c-0000-4000-8000-000000000001";

type Shows = (data: JsonObject, face: Face, number: number) => JsonObject;
const without =
  (name: string): Shows =>
  ({ [name]: _, ...others }) =>
    others;

/** A service that shows the data of all actions, and something else after `return`. */
async function found(
  shows: Shows,
  links: (all: readonly Json[]) => readonly Json[] = (all) => all,
  fold: "shallow-merge" | "keyed-by-action" = "shallow-merge",
  isReadBefore = true,
  isRenamed = false,
) {
  const reading = { ...state, fold };
  let [sent, traces]: [{ key: string; data: JsonObject }[], number] = [[], 0];
  const answer = (step: OperationStep, at: number): Exchange => {
    const { op, face } = step;
    if (op === "create") [sent, traces] = [[], traces + 1];
    if (op === "create" || op === "act") sent.push({ key: step.action ?? "", data: step.data });
    const parts = sent.map((one) => (fold === "shallow-merge" ? one.data : { [one.key]: one.data }));
    const data = Object.assign({}, ...parts) as JsonObject;
    const shown = sent.some(({ key }) => key === "return") ? shows(data, face, traces) : data;
    const pages = { links: links(sent.map((one) => one.data)), totalCount: sent.length, info: {} };
    const isId = op === "create" || (op === "act" && face === "v2");
    const payload: Json = isId ? id : op === "details" ? pages : { state: shown };
    const kinds = { create: "CreateTrace", act: "AppendAction", details: "TraceDetails", state: "TraceState" };
    const write =
      op === "create" || op === "act"
        ? { workflow: 0, actionKey: step.action, data: step.data, groupLabel: "all", files: [] }
        : {};
    return {
      operationId: `${face}${kinds[op as keyof typeof kinds]}`,
      face,
      actor: "first",
      defects: [],
      index: at,
      sentAtMs: at,
      receivedAtMs: at,
      intent: { kind: op, ...(op === "create" ? {} : { traceId: id }), ...write },
      response: {
        status: 200,
        headers: {},
        bytes: 0,
        json: { value: face === "v2" ? { error: null, data: payload } : payload },
      },
    } as unknown as Exchange;
  };
  const act = { op: "act", face: "v2", trace: id } as const;
  const read = { op: "state", face: "v2", trace: id } as const;
  const seen: readonly OperationStep[] = [
    { op: "create", face: "v2", action: "ask", data: { title: "Tides" } },
    { ...act, action: "lend", data: { due: "2031-02-03", desk: 4 } },
    ...(isReadBefore ? [read] : []),
    { ...act, action: "return", data: { worn: true } },
    read,
  ];
  const exchanges = seen.map(answer);
  const before = traces;
  // Texts that must be like no others are made so as they are sent.
  const renamed = (step: OperationStep): OperationStep =>
    isRenamed && step.op === "create" ? { ...step, data: { ...step.data, title: `Another ${String(traces)}` } } : step;
  const run = (_title: string, steps: readonly unknown[]) =>
    Promise.resolve(steps.map((step, at) => answer(renamed(step as OperationStep), at)));
  const asker = { run, runId: "run", target };
  const cleared = await clearedMembers(asker, reading, link, exchanges, seenStates(exchanges));
  const readings = { "state-data": { value: reading, evidence: "Seen." }, "link-data": { value: link, evidence: "" } };
  const learnLate = (state: Partial<Reading<"state-data">> = {}) =>
    lateCleared(
      asker,
      { readings: { ...readings, "state-data": { ...readings["state-data"], ...state } } },
      { exchanges } as unknown as History,
      exchanges.at(-1) as Exchange,
    );
  return { cleared, traces: traces - before, seen: clearingsIn(seenStates(exchanges), reading), learnLate };
}

test("a member that both faces show before, and neither afterwards, whichever face took it out", async () => {
  const { cleared, traces } = await found(without("due"));
  expect(cleared).toEqual({ return: ["due"] });
  expect(traces).toBe(2);
});

test("also where what the links show was made another on the way", async () => {
  const all = (links: readonly Json[]) => links;
  expect((await found(without("due"), all, "shallow-merge", true, true)).cleared).toEqual({ return: ["due"] });
});

test("where nobody read the state before, fresh traces tell what it showed then", async () => {
  const all = (links: readonly Json[]) => links;
  expect((await found(without("due"), all, "shallow-merge", false)).cleared).toEqual({ return: ["due"] });
  const once: Shows = (data, face, number) => (number === 1 ? without("due")(data, face, number) : data);
  expect((await found(once, all, "shallow-merge", false)).cleared).toBeUndefined();
});

test("a section of an action that both faces show before, and neither afterwards", async () => {
  const all = (links: readonly Json[]) => links;
  expect((await found(without("lend"), all, "keyed-by-action")).cleared).toEqual({ return: ["lend"] });
  const once: Shows = (data, face, number) => (number === 1 ? without("lend")(data, face, number) : data);
  expect((await found(once, all, "keyed-by-action")).cleared).toBeUndefined();
});

test.each<[string, Shows]>([
  ["shown through one face", (data, face, number) => (face === "legacy" ? data : without("due")(data, face, number))],
  ["taken out on one trace alone", (data, face, number) => (number === 1 ? without("due")(data, face, number) : data)],
  [
    "gone with another that stood there on the first trace",
    (data, face, number) => without(number === 1 ? "desk" : "title")(without("due")(data, face, number), face, number),
  ],
])("a member is no such one that is %s", async (_, shows) => {
  expect((await found(shows)).cleared).toBeUndefined();
});

test("nothing is asked where nothing else that was sent is shown, or all of it is", async () => {
  expect(await found(() => ({}))).toMatchObject({ cleared: undefined, traces: 0, seen: [] });
  expect(await found((data) => data)).toMatchObject({ cleared: undefined, traces: 0, seen: [] });
});

test("what is lost from the links as well was not taken out of the state", async () => {
  const losing = (all: readonly Json[]) => all.map((data) => without("due")(data as JsonObject, "v2", 1));
  expect((await found(without("due"), losing)).cleared).toBeUndefined();
});

test("what shows only when the run is under way is added to what is known of the state, unless that was pinned", async () => {
  const { learnLate } = await found(without("due"));
  expect(await learnLate()).toEqual({
    value: { ...state, cleared: { return: ["due"] } },
    evidence: "Seen. Actions take members out again: due by return.",
  });
  expect(await learnLate({ pinned: true })).toBeUndefined();
  expect(await (await found((data) => data)).learnLate()).toBeUndefined();
});

test("what another action is known to take out is not laid to the one behind it, after which alone the state was read", () => {
  const data = {
    ask: { title: "Tides" },
    lend: { due: "2031-02-03", desk: 4 },
    return: { worn: true },
    close: { by: 1 },
  };
  const keys = ["ask", "lend", "return", "close"] as const;
  const seenAfter = (traceId: string, length: number, gone: readonly string[], lent?: JsonObject): SeenState => {
    const actions = keys.slice(0, length).map((key) => ({
      ...{ actionKey: key, groupLabel: "all", data: (key === "lend" ? lent : undefined) ?? data[key] },
    }));
    const shown = Object.assign({}, ...actions.map((one) => one.data)) as JsonObject;
    const kept = Object.entries(shown).filter(([name]) => !gone.includes(name));
    return { traceId, actions, state: Object.fromEntries(kept) } as unknown as SeenState;
  };
  // What more an action may take out that was read on one trace is tried as well, behind what is known of it.
  const more = clearingsIn(
    [seenAfter("1", 2, [], { due: 1 }), seenAfter("1", 3, ["due"], { due: 1 }), seenAfter("2", 3, ["due", "desk"])],
    state,
  );
  expect(more.map((one) => [one.key, one.names, one.traceId])).toEqual([
    ["return", ["due"], "1"],
    ["return", ["desk", "due"], "2"],
  ]);
  const states = [seenAfter("1", 2, []), seenAfter("1", 3, ["due"]), seenAfter("2", 4, ["due", "desk"])];
  const names = clearingsIn(states, state).map((one) => [one.key, one.names, one.traceId]);
  expect(names).toEqual([
    ["return", ["due"], "1"],
    ["close", ["desk"], "2"],
  ]);
});
