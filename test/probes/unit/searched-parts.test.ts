/** Whether filters reach the data of every action, where a state keeps those of several apart. */
import { expect, test } from "vitest";
import { reachedParts } from "../../../probes/search/searched-parts.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { StateFold } from "../../../spec/vocabulary/profile.ts";

const traceId = "0b7e9d0c-0000-4000-8000-000000000001";
const actions = ["open", "amend", "amend"].map((actionKey, at) => ({
  ...{ face: "v2", actionKey, groupLabel: "all", files: [] },
  data: { tcRun: "the same in each of them", tcMark: `mark-${String(at)}`, [`only${String(at)}`]: `w${String(at)}` },
}));

/** Searches that find the trace by the marks of some of its actions. */
async function reached(fold: StateFold, marks: readonly string[]) {
  const asked: JsonObject[] = [];
  const readings: Record<string, unknown> = {
    "state-data": { path: ["events"], fold, encoding: "json", exact: true },
  };
  const context = {
    target: { workflows: [] },
    fixture: { workflow: 0, other: { traceId, workflow: 0, actions, createdAtMs: 0 } },
    reading: (id: string) => readings[id],
    ask: (_: string, questions: readonly { step: { filters: JsonObject } }[]) =>
      Promise.resolve(
        questions.map(({ step: { filters } }) => {
          asked.push(filters);
          const found = Object.values(filters).some((value) => marks.includes(String(value))) ? [traceId] : [];
          const response = { status: 200, json: { value: { error: null, data: found } } };
          return { operationId: "v2SearchTraces", face: "v2", intent: { kind: "search" }, response };
        }),
      ),
  } as unknown as ProbeContext;
  return [await reachedParts(context, { path: [], join: "dotted" }), asked.flatMap((one) => Object.values(one))];
}

test("two parts are searched for by texts of their own", async () => {
  expect(await reached("list-of-actions", ["mark-0", "mark-1", "mark-2"])).toEqual(["any", ["mark-0", "mark-1"]]);
  expect(await reached("keyed-by-action-shallow-merge", ["mark-0", "mark-2"])).toEqual(["any", ["mark-0", "mark-2"]]);
});

test("where only the newest is found, or the first, nothing is known of any", async () => {
  expect((await reached("list-of-actions", ["mark-2"]))[0]).toBeUndefined();
  expect((await reached("list-of-actions", ["mark-0"]))[0]).toBeUndefined();
});

test("a state that merges the actions is not searched for parts", async () => {
  expect(await reached("shallow-merge", ["mark-2"])).toEqual([undefined, []]);
});

test("where a text of each part is found by a name that no other part has, and not by one that all have", async () => {
  const [found, asked] = await reached("list-of-actions", ["mark-2", "w0", "w1", "w2"]);
  expect(found).toBe("distinct");
  expect(asked).toEqual(["mark-0", "mark-1", "w0", "w1"]);
});
