/** Scripts on a target where a user may have so many traces open at once: they take turns, and give back what they hold. */
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { TracesAtOnce } from "../../suites/engine/late/traces-at-once.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { OpenPointValues, Profile } from "../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
const workflows = [{ id: "1", actions: [action("open", true), action("note"), action("close")] }];
const target = { name: "t", access: "read-write", workflows, timeoutMs: 1_000, searchLagMs: 0 } as const;
const next = { open: ["note"], note: ["close"], close: [] };

let created = 0;
const uuid = (number: number): string => `0b7e9d0c-0000-4000-8000-${String(number).padStart(12, "0")}`;

function answered(step: OperationStep, isRefused = false): Exchange {
  if (step.op === "create") created += 1;
  const intent =
    step.op === "act"
      ? { kind: "act", traceId: step.trace, actionKey: step.action, workflow: 0 }
      : { kind: "create", actionKey: "open", workflow: 0 };
  const json = { value: { error: null, data: uuid(created) } };
  const response = isRefused ? { status: 409 } : { status: 200, json };
  return { face: "v2", operationId: "v2CreateTrace", defects: [], traits: [], intent, response } as unknown as Exchange;
}

const creations = (count: number): Script => ({
  id: `creates-${String(count)}`,
  title: "",
  steps: Array.from({ length: count }, () => ({ op: "create", face: "v2", data: {} })),
});
const historyOf = (script: Script, isRefused = false): History => ({
  script,
  exchanges: script.steps.map((step) => answered(step as OperationStep, isRefused)),
  unsent: [],
});

/** What a run sends to end traces, as keys, and the data of it; bounded where it is known that so many may be open. */
function made(isBounded: boolean, forms: OpenPointValues["action-forms"] = {}) {
  const ended: (string | undefined)[][] = [];
  const data: JsonObject[] = [];
  const gating = { gating: "ordered", workflows: { "1": { next } } } as const;
  const value = isBounded ? { ...gating, creations: "so-many-open" as const } : gating;
  const profile: Profile = {
    readings: { "action-gating": { value, evidence: "" }, "action-forms": { value: forms, evidence: "" } },
  };
  const traces = new TracesAtOnce({
    ...{ target, runId: "run", pause: () => Promise.resolve(), profile: () => profile, learn: () => undefined },
    run: (script) => {
      for (const step of script.steps) if ("op" in step && step.op === "act") data.push(step.data);
      ended.push(script.steps.map((step) => ("op" in step && step.op === "act" ? step.action : undefined)));
      return Promise.resolve(historyOf(script));
    },
  });
  return { traces, ended, data };
}

test("traces of scripts that have ended are brought to their end, each once", async () => {
  const { traces, ended } = made(false);
  traces.saw(historyOf(creations(2)));
  expect(await traces.giveBack()).toBe(true);
  expect(ended).toEqual([["note", "close", "note", "close"]]);
  expect(await traces.giveBack()).toBe(false);
});

test("in the forms that were found", async () => {
  const properties = { text: { type: "string", minLength: 1 } };
  const { traces, data } = made(false, { "1": { note: { type: "object", required: ["text"], properties } } });
  traces.saw(historyOf(creations(1)));
  await traces.giveBack();
  expect(data.map((one) => Object.hasOwn(one, "text"))).toEqual([true, false]);
});

test("a trace that has ended is left alone", async () => {
  const { traces, ended } = made(false);
  const history = historyOf(creations(1));
  const act = (key: string): Exchange =>
    answered({ op: "act", face: "v2", trace: uuid(created), action: key, data: {} });
  traces.saw({ ...history, exchanges: [...history.exchanges, act("note"), act("close")] });
  expect(await traces.giveBack()).toBe(false);
  expect(ended).toEqual([]);
});

/** Which scripts are under way when each begins. */
async function watched(isBounded: boolean, open: number, counts: readonly number[]) {
  const { traces, ended } = made(isBounded);
  const known = made(false);
  for (const one of [traces, known.traces]) one.saw(historyOf(creations(open)));
  const under = new Set<string>();
  const seen: number[] = [];
  const look = async (script: Script) => {
    seen.push(under.size);
    under.add(script.id);
    await turn();
    under.delete(script.id);
    const history = historyOf(script);
    traces.saw(history);
    return [{ history }] as const;
  };
  await Promise.all(counts.map((count) => traces.run(creations(count), () => look(creations(count)))));
  return { seen, ended: ended.flat().length };
}

test("nothing waits, and nothing is ended, where no bound is known", async () => {
  expect(await watched(false, 4, [1, 2, 3])).toEqual({ seen: [0, 1, 2], ended: 0 });
});

test("scripts wait for each other where a bound is known, and end what the others left", async () => {
  const { seen, ended } = await watched(true, 4, [3, 2, 1]);
  expect(seen).toEqual([0, 0, 0]);
  expect(ended).toBe(2 * (4 + 3 + 2));
});

test("a script that was refused a trace runs once more, by itself; elsewhere it does not", async () => {
  for (const isBounded of [true, false]) {
    const { traces } = made(isBounded);
    const times: boolean[] = [];
    const [{ history }] = await traces.run(creations(1), (again) => {
      times.push(again);
      return Promise.resolve([{ history: historyOf(creations(1), !again) }]);
    });
    expect(times).toEqual(isBounded ? [false, true] : [false]);
    expect(history.exchanges[0]?.response?.status).toBe(isBounded ? 200 : 409);
  }
});
