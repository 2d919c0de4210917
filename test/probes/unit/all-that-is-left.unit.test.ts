/** Numbers of which a trace has only so many: all is taken, and asked for again through both faces. */
import { expect, test } from "vitest";
import type { SeenTrace } from "../../../probes/process/further/deciding.ts";
import { takeAllThatIsLeft } from "../../../probes/process/further/all-that-is-left.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

type Explorer = Parameters<typeof takeAllThatIsLeft>[0];

/** What was sent to a service that has so many seeds; it refuses more in these words. */
async function sentTo(
  seeds: number,
  words: (left: number, asked: number) => string,
  properties: JsonObject,
  tried: string[] = [],
) {
  const sent: (readonly [face: string, amount: unknown])[] = [];
  // One is taken before.
  let left = seeds + 1;
  const act = (_: string, face: string, { dataSchema }: ActionDescription) => {
    const own = dataSchema?.["properties"] as Record<string, JsonObject>;
    const amount = Number(own["seeds"]?.["const"] ?? 1);
    if (own["seeds"]?.["const"] !== undefined) sent.push([face, amount]);
    const isTaken = amount <= left;
    const message = words(left, amount);
    if (isTaken) left -= amount;
    const value = isTaken ? { error: null, data: {} } : { error: { message }, data: null };
    const response = { status: isTaken ? 200 : 422, headers: {}, json: { value } };
    const intent = { kind: "act", actionKey: "withdraw", data: { seeds: amount }, files: [] };
    return Promise.resolve({ face, intent, defects: [], traits: [], response } as unknown as Exchange);
  };
  const actions: readonly ActionDescription[] = [
    { key: "open", groupLabel: "all", creates: true, appends: false },
    { key: "withdraw", groupLabel: "all", creates: false, appends: true, dataSchema: { type: "object", properties } },
    { key: "close", groupLabel: "all", creates: false, appends: true },
  ];
  const explorer = {
    known: {
      workflow: { id: "1", actions },
      actions: (key: string) => actions.filter((one) => one.key === key),
      files: { first: () => false },
    },
    repeat: (done: readonly string[]) => Promise.resolve({ traceId: "trace", taken: done }),
    sender: { act },
    tryAfter: (_: string, done: readonly string[], key: string) => {
      tried.push(`${done.join(" ")} ${key}`);
      return Promise.resolve(true);
    },
    stage: "first",
  } as unknown as Explorer;
  const traces: readonly SeenTrace[] = [{ steps: ["open", "withdraw"].map((key) => ({ key, data: {} })), after: [] }];
  await takeAllThatIsLeft(explorer, traces, { id: "1", actions });
  expect(explorer.stage).toBe("first");
  return sent;
}

const seeds = { seeds: { type: "integer", minimum: 1, maximum: 100_000 } };

test("what a refusal tells is taken, and asked for twice more", async () => {
  expect(await sentTo(800, (left) => `only ${String(left)} seeds remain`, seeds)).toEqual([
    ["v2", 100_000],
    ["v2", 800],
    ["legacy", 800],
    ["v2", 800],
  ]);
});

test("what is told within a bound of the form is taken, and what was never taken is tried behind it", async () => {
  const tried: string[] = [];
  const words = (left: number, asked: number) =>
    asked > 200 ? "at most 200 seeds" : `must not exceed the ${String(left)} that are left`;
  const open = { seeds: { type: "integer", minimum: 1 } };
  expect(await sentTo(12, words, open, tried)).toEqual([
    ["v2", 900_000],
    ["v2", 200],
    ["legacy", 200],
    ["v2", 12],
    ["legacy", 12],
    ["v2", 12],
  ]);
  expect(tried).toEqual(["open withdraw withdraw close"]);
});

test("of the bounds of a form that a refusal tells the least is not taken for what is left", async () => {
  const words = (left: number, asked: number) =>
    asked > 200 ? "seeds must be between 1 and 200" : `must not exceed the ${String(left)} outstanding`;
  const sent = await sentTo(12, words, { seeds: { type: "integer", minimum: 1 } });
  expect(sent.map(([, amount]) => amount)).toEqual([900_000, 200, 200, 12, 12, 12]);
});

test("half of it is asked for, and half of that, where no number is told", async () => {
  expect((await sentTo(30_000, () => "too many seeds", seeds)).slice(1)).toEqual([
    ["v2", 50_000],
    ["v2", 25_000],
    ["legacy", 25_000],
    ["v2", 25_000],
  ]);
});

test("as much as may be is asked for until there is less", async () => {
  const sent = await sentTo(250_000, (left) => `only ${String(left)} seeds remain`, seeds);
  expect(sent.map(([, amount]) => amount)).toEqual([100_000, 100_000, 100_000, 50_000, 50_000, 50_000]);
  expect(await sentTo(10_000_000, () => "too many seeds", seeds)).toHaveLength(6);
});

test("nothing is sent of what is no number", async () => {
  expect(await sentTo(800, () => "too many", { seeds: { type: "string" } })).toEqual([]);
});
