/** Members that the target computes, by which a trace is searched for where nothing that was sent finds it. */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { ProbeContext } from "../../../probes/probe.ts";
import { computedMember } from "../../../probes/search/computed-members.ts";
import type { KnownTrace } from "../../../probes/seen/known-traces.ts";
import type { JsonObject } from "../../../spec/json.ts";

const trace = {
  ...{ traceId: "0b7e9d0c-0000-4000-8000-000000000001", workflow: 0, createdAtMs: 0 },
  actions: [{ face: "v2", data: { ship: "Maren" }, actionKey: "request", groupLabel: "agents", files: [] }],
} satisfies KnownTrace;

/** What finds the trace of this state, where filters go by these members alone; by any value of them where `isLoose`. */
async function foundBy(state: JsonObject, searchable: JsonObject, isLoose = false): Promise<string | undefined> {
  const ask: ProbeContext["ask"] = (_, questions) =>
    Promise.resolve(
      questions.map(({ step }) => {
        const filters = ("filters" in step ? step.filters : {}) as JsonObject;
        const isFound = Object.entries(filters).every(
          ([name, value]) => Object.hasOwn(searchable, name) && (isLoose || isDeepStrictEqual(searchable[name], value)),
        );
        const data = step.op === "state" ? { state } : isFound ? [trace.traceId] : [];
        const operationId = step.op === "state" ? "v2TraceState" : "v2SearchTraces";
        const response = { status: 200, json: { value: { error: null, data } } };
        return { face: "v2", operationId, intent: { kind: step.op, filters }, response };
      }),
    ) as unknown as ReturnType<ProbeContext["ask"]>;
  const context = { ask, fixture: { workflow: 0 } } as unknown as ProbeContext;
  return (await computedMember(context, trace, { v2: ["id"], legacy: ["id"] }))?.name;
}

test.each<[string, JsonObject]>([
  ["at the top of the state", { phase: "asked", readings: 2 }],
  ["within what the state encloses them in", { board: { phase: "asked", tugs: 0 }, asOf: "2026-01-01T10:00:00Z" }],
  [
    "in a list of names and values",
    {
      record: [
        { field: "phase", value: "asked" },
        { field: "readings", value: 2 },
      ],
    },
  ],
])("are found %s", async (_, state) => {
  expect(await foundBy(state, { phase: "asked" })).toBe("phase");
  expect(await foundBy(state, {})).toBeUndefined();
  expect(await foundBy(state, { phase: "asked" }, true)).toBeUndefined();
});

test("are found by the whole way to them, written as one name or as an object", async () => {
  const state = { log: [{ data: { ship: "Maren" } }], voyage: { faults: 0 } };
  expect(await foundBy(state, { "voyage.faults": 0 })).toBe("voyage.faults");
  expect(await foundBy(state, { voyage: { faults: 0 } })).toBe("voyage.faults");
  expect(await foundBy(state, { voyage: { faults: 1 } })).toBeUndefined();
});
