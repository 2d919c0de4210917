/** Numbers of which small ones are taken: greater ones are tried where actions were never taken, and stay where they lead there. */
import { expect, test } from "vitest";
import type { SeenTrace } from "../../../probes/process/further/deciding.ts";
import { tryGreaterNumbers } from "../../../probes/process/further/greater-numbers.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

type Explorer = Parameters<typeof tryGreaterNumbers>[0];

const few = { type: "integer", minimum: 1, maximum: 12 };
const formOf = (number: JsonObject): JsonObject => ({ type: "object", properties: { cm: number } });

/** The form that drilling has in the end, of a service that takes so much, and opens the road from so much on. */
async function drilled(most: number, opensFrom: number) {
  let form = formOf(few);
  const steps = (keys: readonly string[]): SeenTrace => ({ steps: keys.map((key) => ({ key, data: {} })), after: [] });
  const traces = [steps(["mark", "drill"])];
  const numbers = (): JsonObject => (form["properties"] as Record<string, JsonObject>)["cm"] ?? {};
  const actions = (): readonly ActionDescription[] => [
    { key: "mark", groupLabel: "all", creates: true, appends: false },
    { key: "drill", groupLabel: "all", creates: false, appends: true, dataSchema: form },
    { key: "open", groupLabel: "all", creates: false, appends: true },
  ];
  const explorer = {
    known: {
      workflow: { id: "1", actions: actions() },
      actions: (key: string) => actions().filter((one) => one.key === key),
      files: { first: () => false, wants: () => false },
      forms: { found: { drill: form } },
      takenIn: (_: string, schema: JsonObject) => (form = schema),
    },
    repeat: (done: readonly string[]) => Promise.resolve({ traceId: "trace", taken: done }),
    explore: () => {
      if (Number(numbers()["minimum"]) >= opensFrom) traces.push(steps(["mark", "drill", "open"]));
      return Promise.resolve();
    },
    sender: {
      act: (_: string, __: string, { dataSchema }: ActionDescription) => {
        const own = (dataSchema?.["properties"] as Record<string, JsonObject>)["cm"];
        const isTaken = Number(own?.["maximum"]) <= most;
        const response = { status: isTaken ? 200 : 422, headers: {}, json: { value: isTaken ? { data: {} } : {} } };
        const intent = { kind: "act", actionKey: "drill", data: {}, files: [] };
        return Promise.resolve({ face: "v2", intent, defects: [], traits: [], response } as unknown as Exchange);
      },
    },
    stage: "first",
  } as unknown as Explorer;
  await tryGreaterNumbers(explorer, () => traces);
  return numbers();
}

test("great ones alone where they lead to an action that was never taken", async () => {
  expect(await drilled(150, 20)).toEqual({ ...few, minimum: 30, maximum: 60 });
  expect(await drilled(1_000, 20)).toEqual({ ...few, minimum: 300, maximum: 600 });
});

test("great ones as well where they lead no further, and none where they are refused", async () => {
  expect(await drilled(150, 100)).toEqual({ ...few, maximum: 60 });
  expect(await drilled(12, 20)).toEqual(few);
});
