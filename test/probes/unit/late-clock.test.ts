/** States that change though nothing is sent: only what changes by as much as time went by is believed. */
import { expect, test } from "vitest";
import { lateClock } from "../../../probes/index.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const nextActions = { path: ["next"], by: "all" } as const;
const workflow = { id: "1", name: "Doses", actions: [action("enrol", true), action("dose")], nextActions };
const target: JudgingTarget = {
  ...{ name: "by hand", access: "read-write", timeoutMs: 1_000, searchLagMs: 0 },
  workflows: [workflow],
};
const profile: Profile = {
  readings: { "volatile-members": { value: { state: [["readAt"]], link: [] }, evidence: "Two reads differ." } },
};
const traceId = "0b7e9d0c-0000-4000-8000-000000000001";

/** A service whose state follows from the milliseconds since the last dose. */
function serviceOf(state: (sinceMs: number, face: string, reads: number) => JsonObject) {
  let [nowMs, doseMs, reads, readsOfTrace] = [1_000, 0, 0, 0];
  const exchanges: Exchange[] = [];
  const send = (step: OperationStep): Exchange => {
    nowMs += 3;
    const sentAtMs = nowMs;
    if (step.op === "act") doseMs = nowMs;
    if (step.op === "create") readsOfTrace = 0;
    if (step.op === "state") [reads, readsOfTrace] = [reads + 1, readsOfTrace + 1];
    const face = "face" in step ? step.face : "v2";
    const shown: Json = step.op === "state" ? { state: state(nowMs - doseMs, face, readsOfTrace) } : traceId;
    nowMs += 3;
    const intent = {
      kind: step.op,
      ...(step.op === "create" ? {} : { traceId }),
      ...(step.op === "state"
        ? {}
        : {
            workflow: 0,
            actionKey: "action" in step ? step.action : "",
            data: "data" in step ? step.data : {},
            files: [],
          }),
    };
    const operationId = { create: "CreateTrace", act: "AppendAction", state: "TraceState" }[step.op as "state"];
    const value = face === "v2" ? { error: null, data: shown } : shown;
    const exchange = {
      ...{ index: exchanges.length, step: "", operationId: `${face}${operationId}`, face, actor: "first", intent },
      ...{
        defects: [],
        traits: [],
        sentAtMs,
        receivedAtMs: nowMs,
        response: { status: 200, headers: {}, json: { value } },
      },
    } as unknown as Exchange;
    exchanges.push(exchange);
    return exchange;
  };
  const run = (_title: string, steps: Script["steps"]) =>
    Promise.resolve(
      steps.flatMap((step) => {
        if (!("parallel" in step)) return [send(step)];
        // All of them are sent at the same time.
        const sentAtMs = nowMs;
        const sent = step.parallel.flat().map((one) => ({ ...send(one), sentAtMs }));
        return sent.map((one) => ({ ...one, receivedAtMs: nowMs }));
      }),
    );
  const pause = (ms: number) => Promise.resolve(void (nowMs += ms));
  return { send, exchanges, asker: { run, pause, runId: "run", target }, readsOf: () => reads };
}

/** What is learnt of a trace that was read twice after a dose. */
async function learnt(state: (sinceMs: number, face: string, reads: number) => JsonObject, data: JsonObject = {}) {
  const service = serviceOf(state);
  service.send({ op: "create", face: "v2", as: "t", workflow: 0, action: "enrol", data: {} });
  service.send({ op: "act", face: "v2", trace: "$t", workflow: 0, action: "dose", data });
  const changed = service.send({ op: "state", face: "legacy", trace: "$t" });
  const history: History = { script: { id: "s", title: "", steps: [] }, exchanges: [...service.exchanges], unsent: [] };
  const reading = await lateClock(service.asker, profile, history, changed);
  return { value: reading?.value, reads: service.readsOf() - 1 };
}

const waits = (sinceMs: number): number => Math.max(0, 1_500 - sinceMs);

test("a wait that is counted down, and the list that its end changes", async () => {
  const { value } = await learnt((sinceMs) => ({ waitMs: waits(sinceMs), next: waits(sinceMs) > 0 ? [] : ["dose"] }));
  expect(value).toEqual({ state: [["readAt"], ["waitMs"], ["next"]], link: [] });
});

test("an age in whole seconds", async () => {
  const { value } = await learnt((sinceMs) => ({ times: { age: Math.floor(sinceMs / 1000) } }));
  expect(value).toEqual({ state: [["readAt"], ["times", "age"]], link: [] });
});

test("a status that turns when a time is over", async () => {
  const { value } = await learnt((sinceMs) => ({
    box: { status: sinceMs > 600 ? "arrived" : "on its way", may: sinceMs > 600 ? ["open", "return"] : [] },
  }));
  expect(value).toEqual({ state: [["readAt"], ["box", "status"], ["box", "may"]], link: [] });
});

test("what a time adds may follow from the data of the trace", async () => {
  // Each trace that is built again has other data: its number tells the two apart here.
  let traces = 0;
  const state = (sinceMs: number, _: string, reads: number): JsonObject => {
    traces += reads === 1 ? 1 : 0;
    return sinceMs > 600 ? { region: `Region ${String(traces)}` } : {};
  };
  expect((await learnt(state)).value?.state).toContainEqual(["region"]);
});

test.each<[string, (sinceMs: number, face: string, reads: number) => JsonObject]>([
  ["one endpoint set shows another value", (_, face) => ({ waitMs: face === "v2" ? 100 : 200 })],
  ["each read takes one away", (_, __, reads) => ({ left: 9 - reads })],
  [
    "reads that come about once a second are counted",
    (_, __, reads) => ({ seen: [0, 0, 0, 0, 0, 1, 1, 3, 4, 5, 6][reads] ?? 7 }),
  ],
  ["a list alone changes", (sinceMs) => ({ next: sinceMs > 900 ? ["dose"] : [] })],
  ["data change beside a wait", (sinceMs) => ({ waitMs: waits(sinceMs), arm: sinceMs > 900 ? "left" : "sent" })],
  ["a status comes and goes", (sinceMs) => ({ status: sinceMs > 300 && sinceMs < 2_000 ? "due" : "open" })],
  ["a status turns at the third read", (_, __, reads) => ({ status: reads > 2 ? "due" : "open" })],
  ["a sum forgets what was added", (sinceMs) => ({ sum: sinceMs > 300 ? 4 : 7 })],
])("nothing is believed where %s", async (_, state) => {
  expect((await learnt(state, { arm: "sent" })).value).toBeUndefined();
});

test("what stays the same is not read for long", async () => {
  expect(await learnt(() => ({ sum: 4 }))).toEqual({ value: undefined, reads: 4 });
});

test("what each endpoint set shows in its own way, and the same each time, is not read for long", async () => {
  const state = (_: number, face: string): JsonObject => ({ items: face === "v2" ? [1, 2] : [2, 1] });
  expect(await learnt(state)).toEqual({ value: undefined, reads: 4 });
});
