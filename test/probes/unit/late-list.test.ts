/** Lists of what may come next that change by the clock: believed only where the service takes what they name. */
import { expect, test } from "vitest";
import { lateList } from "../../../probes/index.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const target: JudgingTarget = {
  ...{ name: "by hand", access: "read-write", timeoutMs: 1_000, searchLagMs: 0 },
  workflows: [
    {
      ...{ id: "1", name: "Seats", nextActions: { path: ["next"], by: "all" } },
      actions: [action("choose", true), action("hold"), action("book"), action("remark")],
    },
  ],
};

/** One moment of a trace: milliseconds since its last action, and how often its state was read. */
interface Moment {
  readonly sinceMs: number;
  readonly reads: number;
}

interface Behaviour {
  readonly lists: (at: Moment) => readonly string[];
  /** Absent: what it lists. */
  readonly takes?: (at: Moment) => readonly string[];
  readonly beside?: (at: Moment) => Json;
}

function serviceOf({ lists, takes = lists, beside = () => 1 }: Behaviour) {
  let nowMs = 1_000;
  const traces: { actedMs: number; reads: number; acts: number }[] = [];
  const exchanges: Exchange[] = [];
  const traceOf = (step: OperationStep) =>
    "trace" in step && step.trace !== "$again" ? Number(String(step.trace).slice(-4)) : traces.length - 1;
  const send = (step: OperationStep): Exchange => {
    const sentAtMs = (nowMs += 3);
    if (step.op === "create") traces.push({ actedMs: nowMs, reads: 0, acts: 0 });
    const index = traceOf(step);
    const trace = traces[index] ?? { actedMs: 0, reads: 0, acts: 0 };
    const traceId = `0b7e9d0c-0000-4000-8000-00000000${String(index).padStart(4, "0")}`;
    const at = { sinceMs: nowMs - trace.actedMs, reads: trace.reads };
    const key = "action" in step ? (step.action ?? "") : "";
    // A trace begins with what was chosen and held.
    const isTaken = step.op !== "act" || trace.acts === 0 || takes(at).includes(key);
    if (step.op === "act" && isTaken) trace.actedMs = nowMs;
    if (step.op === "act") trace.acts += 1;
    if (step.op === "state") trace.reads += 1;
    const shown = step.op === "state" ? { state: { next: [...lists(at)], beside: beside(at) } } : traceId;
    const face = "face" in step ? step.face : "v2";
    const value = face === "v2" ? { error: null, data: shown } : shown;
    const written = { workflow: 0, actionKey: key, groupLabel: "all", data: {}, files: [] };
    const operation = { create: "CreateTrace", act: "AppendAction", state: "TraceState" }[step.op as "state"];
    const exchange = {
      ...{ index: exchanges.length, step: "", operationId: `${face}${operation}`, face, actor: "first" },
      ...{ defects: [], traits: [], sentAtMs, receivedAtMs: (nowMs += 3) },
      intent: {
        kind: step.op,
        ...(step.op === "create" ? {} : { traceId }),
        ...(step.op === "state" ? {} : written),
      },
      response: { status: isTaken ? 200 : 400, headers: {}, json: { value: isTaken ? value : { error: "006" } } },
    } as unknown as Exchange;
    exchanges.push(exchange);
    return exchange;
  };
  const run = (_title: string, steps: Script["steps"]) =>
    Promise.resolve(steps.flatMap((step) => ("parallel" in step ? step.parallel.flat() : [step])).map(send));
  const pause = (ms: number) => Promise.resolve(void (nowMs += ms));
  return { send, pause, exchanges, asker: { run, pause, runId: "run", target } };
}

/** What is learnt of a trace whose state was read after a hold, and once more after some seconds. */
async function learnt(behaviour: Behaviour) {
  const service = serviceOf(behaviour);
  service.send({ op: "create", face: "v2", as: "t", workflow: 0, action: "choose", data: {} });
  const trace = "0000";
  service.send({ op: "act", face: "v2", trace, workflow: 0, action: "hold", data: {} });
  service.send({ op: "state", face: "legacy", trace });
  await service.pause(4_500);
  const changed = service.send({ op: "state", face: "v2", trace });
  const history: History = { script: { id: "s", title: "", steps: [] }, exchanges: [...service.exchanges], unsent: [] };
  const reading = await lateList(service.asker, { readings: {} }, history, changed);
  return { value: reading?.value, sent: service.exchanges.length - history.exchanges.length };
}

const [held, over] = [
  ["book", "remark"],
  ["hold", "remark"],
];
const isHeld = ({ sinceMs }: Moment): boolean => sinceMs < 3_000;

test.each<[string, Behaviour]>([
  ["an action in place of another", { lists: (at) => (isHeld(at) ? held : over) }],
  ["one that is withdrawn", { lists: (at) => (isHeld(at) ? ["book", "remark"] : ["remark"]) }],
  ["one that is let in", { lists: (at) => (isHeld(at) ? ["remark"] : ["hold", "remark"]) }],
])("a list that changes by the clock is believed: %s", async (_, behaviour) => {
  expect((await learnt(behaviour)).value).toEqual({ state: [["next"]], link: [] });
});

test.each<[string, Behaviour]>([
  ["a cache brings back an old list", { lists: (at) => (isHeld(at) ? held : over), takes: () => held }],
  ["a list lags behind", { lists: (at) => (isHeld(at) ? held : over), takes: () => over }],
  ["all is taken at any time", { lists: (at) => (isHeld(at) ? held : over), takes: () => [...held, ...over] }],
  ["reads make it change", { lists: ({ reads }) => (reads < 3 ? held : over) }],
  ["it changes back", { lists: ({ sinceMs }) => (sinceMs % 2_000 < 1_000 ? held : over) }],
  ["it changes for reads that come later", { lists: (at) => (at.reads > 0 ? over : held) }],
])("a list is not believed where %s", async (_, behaviour) => {
  expect((await learnt(behaviour)).value).toBeUndefined();
});

test("nothing is sent where something else changes as well", async () => {
  const lists = (at: Moment) => (isHeld(at) ? held : over);
  const beside = (at: Moment) => (isHeld(at) ? 1 : 2);
  expect(await learnt({ lists, beside })).toEqual({ value: undefined, sent: 0 });
});
