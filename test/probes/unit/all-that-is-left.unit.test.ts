/** Numbers of which a trace has only so many: all is taken, and asked for again through both faces. */
import { expect, test } from "vitest";
import type { SeenTrace } from "../../../probes/process/walk/deciding.ts";
import { takeAllThatIsLeft } from "../../../probes/process/walk/all-that-is-left.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

type Explorer = Parameters<typeof takeAllThatIsLeft>[0];

/** What was sent to a service that has so many seeds; it refuses more in these words. */
async function sentTo(seeds: number, words: (left: number) => string, properties: JsonObject) {
  const sent: (readonly [face: string, amount: unknown])[] = [];
  let left = seeds;
  const act = (_: string, face: string, { dataSchema }: ActionDescription) => {
    const own = dataSchema?.["properties"] as Record<string, JsonObject>;
    const amount = Number(own["seeds"]?.["const"]);
    sent.push([face, amount]);
    const isTaken = amount <= left;
    const message = words(left);
    if (isTaken) left -= amount;
    const value = isTaken ? { error: null, data: {} } : { error: { message }, data: null };
    const response = { status: isTaken ? 200 : 422, headers: {}, json: { value } };
    const intent = { kind: "act", actionKey: "withdraw", data: { seeds: amount }, files: [] };
    return Promise.resolve({ face, intent, defects: [], traits: [], response } as unknown as Exchange);
  };
  const actions: readonly ActionDescription[] = [
    { key: "open", groupLabel: "all", creates: true, appends: false },
    { key: "withdraw", groupLabel: "all", creates: false, appends: true, dataSchema: { type: "object", properties } },
  ];
  const explorer = {
    known: {
      workflow: { id: "1", actions },
      actions: (key: string) => actions.filter((one) => one.key === key),
      files: { first: () => false },
    },
    repeat: (done: readonly string[]) => Promise.resolve({ traceId: "trace", taken: done }),
    sender: { act },
    stage: "first",
  } as unknown as Explorer;
  const traces: readonly SeenTrace[] = [{ steps: ["open", "withdraw"].map((key) => ({ key, data: {} })), after: [] }];
  await takeAllThatIsLeft(explorer, traces);
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

test("nothing more is sent where no number is told, or where all of it is taken", async () => {
  expect(await sentTo(800, () => "too many seeds", seeds)).toHaveLength(1);
  expect(await sentTo(100_000, () => "too many seeds", seeds)).toHaveLength(1);
});

test("nothing is sent of what is no number", async () => {
  expect(await sentTo(800, () => "too many", { seeds: { type: "string" } })).toEqual([]);
});
