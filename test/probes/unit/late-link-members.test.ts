/** Links that change without their action: only what depends on the others of the trace, or is made later, is believed. */
import { expect, test } from "vitest";
import { lateLinkMembers } from "../../../probes/index.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const target: JudgingTarget = {
  ...{ name: "by hand", access: "read-write", timeoutMs: 1_000, searchLagMs: 0 },
  workflows: [{ id: "1", name: "Doses", actions: [action("enrol", true), action("dose")] }],
};

const profile: Profile = {
  readings: { "link-data": { value: { path: ["data"], encoding: "json", exact: true }, evidence: "by hand" } },
};

/** A link as it is shown now. */
interface Shown {
  readonly place: number;
  readonly count: number;
  readonly ageMs: number;
  readonly face: Face;
  /** The ids of all links of the trace. */
  readonly ids: readonly string[];
  /** How often the links of the trace were read. */
  readonly reads: number;
}

/** What is learnt of a trace of three links that was read at the end. */
async function learnt(show: (shown: Shown) => JsonObject) {
  let [nowMs, created] = [1_000, 0];
  const traces = new Map<string, { at: number; data: JsonObject; key: string }[]>();
  const readsOf = new Map<string, number>();
  const exchanges: Exchange[] = [];
  const send = (step: OperationStep): Exchange => {
    nowMs += 3;
    const sentAtMs = nowMs;
    const face = "face" in step ? step.face : "v2";
    const named = "trace" in step ? String(step.trace) : "";
    const traceId = step.op === "create" ? `0b7e9d0c-0000-4000-8000-00000000000${String(++created)}` : named;
    const write = step as OperationStep & { readonly action?: string; readonly data?: JsonObject };
    const links = traces.get(traceId) ?? [];
    if (step.op !== "details") {
      links.push({ at: nowMs, data: write.data ?? {}, key: write.action ?? "" });
      traces.set(traceId, links);
    } else readsOf.set(traceId, (readsOf.get(traceId) ?? 0) + 1);
    const ids = links.map((_, at) => `${traceId.slice(0, -2)}${String(at)}${traceId.slice(-1)}`);
    const page = {
      totalCount: links.length,
      info: { hasNext: false, hasPrevious: false },
      links: links.map(({ at, data, key }, place) => {
        const now = { place, count: links.length, ageMs: nowMs - at, face, ids, reads: readsOf.get(traceId) ?? 0 };
        return { id: ids[place], key, data, ...show(now) };
      }),
    };
    nowMs += 3;
    const shown = step.op === "details" ? page : traceId;
    const operationId = { create: "CreateTrace", act: "AppendAction", details: "TraceDetails" }[step.op as "details"];
    const exchange = {
      ...{ index: exchanges.length, step: "", operationId: `${face}${operationId}`, face, actor: "first" },
      ...{ defects: [], traits: [], sentAtMs, receivedAtMs: nowMs },
      intent: {
        kind: step.op,
        ...(step.op === "create" ? {} : { traceId }),
        ...(step.op === "details"
          ? { page: {} }
          : { workflow: 0, actionKey: write.action, groupLabel: "all", data: write.data ?? {}, files: [] }),
      },
      response: {
        status: 200,
        headers: {},
        json: { value: face === "v2" ? { error: null, data: shown } : shown },
      },
    } as unknown as Exchange;
    exchanges.push(exchange);
    return exchange;
  };
  let made = "";
  const run = (_title: string, steps: Script["steps"]) =>
    Promise.resolve(
      (steps as readonly OperationStep[]).map((step) => {
        const sent = send("trace" in step && String(step.trace).startsWith("$") ? { ...step, trace: made } : step);
        if (step.op === "create") made = (sent.response?.json?.value as { readonly data: string }).data;
        return sent;
      }),
    );
  const pause = (ms: number) => Promise.resolve(void (nowMs += ms));
  const write = { face: "v2", workflow: 0 } as const;
  await run("before", [
    { op: "create", ...write, as: "t", action: "enrol", data: { note: "first of all" } },
    { op: "act", ...write, trace: "$t", action: "dose", data: { note: "the second" } },
    { op: "act", ...write, trace: "$t", action: "dose", data: { note: "the third" } },
    { op: "details", face: "legacy", trace: "$t" },
  ]);
  const changed = exchanges.at(-1);
  if (!changed) throw new Error("nothing was read");
  const history: History = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const reading = await lateLinkMembers({ run, pause, runId: "run", target }, profile, history, changed);
  return reading?.value?.link;
}

const time = (at: number): string => new Date(1_700_000_000_000 + at).toISOString();

test.each<[string, string, (shown: Shown) => JsonObject[string]]>([
  ["a flag of the newest link", "isNewest", ({ place, count }) => place === count - 1],
  ["the id of the link behind", "next", ({ place, ids }) => ids[place + 1] ?? null],
  ["a number of all", "of", ({ place, count }) => `${String(place + 1)} of ${String(count)}`],
  ["a proof that is made later", "proof", ({ ageMs, place }) => (ageMs > 300 ? { block: 8_000 + place } : null)],
  ["a status of what another replaces", "status", ({ place, count }) => (place < count - 1 ? "former" : "current")],
])("%s is believed", async (_, name, valueOf) => {
  expect(await learnt((shown) => ({ [name]: valueOf(shown) }))).toEqual([[name]]);
});

test.each<[string, (shown: Shown) => JsonObject]>([
  ["a key of an action moves on to the links before", ({ count }) => ({ of: count > 1 ? "dose" : "enrol" })],
  ["data are lost some time later", ({ ageMs }): JsonObject => (ageMs > 300 ? { data: {} } : { kept: true })],
  [
    "what was sent comes with the next action",
    ({ place, count }) => ({ note: place < count - 1 ? "the second" : null }),
  ],
  ["the time of an action is another", ({ count }) => ({ at: time(count) })],
  ["a link has another id", ({ count }) => ({ id: `1b7e9d0c-0000-4000-8000-00000000000${String(count)}` })],
  ["each face shows another flag", ({ face, place, count }) => ({ isNewest: face === "v2" && place === count - 1 })],
  ["a proof is made by reading", ({ reads }) => ({ proof: reads > 4 ? { block: 8_000 } : null })],
  [
    "data are filled in by the next action",
    ({ place, count }) => ({ data: { weight: place < count - 1 ? 70.5 : null } }),
  ],
  ["a flag among the data turns", ({ place, count }) => ({ data: { paid: place === count - 1 } })],
  [
    "the author of the newest is that of all",
    ({ count }) => ({ by: ["Alice Ames", "Bob Barr", "Bob Barr"][count - 1] ?? "" }),
  ],
  [
    "another neighbour is named than before",
    ({ place, count, ids }) => ({ near: ids[count > 2 ? place + 1 : place - 1] ?? null }),
  ],
  ["a status comes and goes", ({ count }) => ({ status: count === 2 ? "former" : "current" })],
  ["a member was filled and is empty", ({ ageMs }) => ({ proof: ageMs > 300 ? null : { block: 8_000 } })],
])("nothing is believed where %s", async (_, show) => {
  expect(await learnt(show)).toBeUndefined();
});

test("what stays as it is is no such member", async () => {
  expect(await learnt(() => ({ kept: true }))).toBeUndefined();
});
