/** Whether the service draws what its states show: traces of the same steps through the same faces show others. */
import { expect, test } from "vitest";
import { drawnValues } from "../../../probes/index.ts";
import { createdTraceOf } from "../../../spec/readings/outcome.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import { input, serviceThat } from "../lib/refusing-service.ts";

/** What the state of each trace shows, by its number and by the face of its creation. */
type Shows = (trace: number, face: string) => JsonObject;

const stateRead = (state: Json): Partial<Exchange> => ({
  ...{ face: "v2", operationId: "v2TraceState", intent: { kind: "state", traceId: "1" } },
  response: { status: 200, json: { value: { error: null, data: { state } } } } as unknown as Exchange["response"],
});

/** The paths that are found to be drawn, of two traces with one note each, created through one face each. */
async function found(shows: Shows, profile: Profile = { readings: {} }) {
  const { send, exchanges } = serviceThat(() => false);
  let traces = 0;
  const run = (_title: string, steps: Script["steps"]) => {
    const all = steps as readonly OperationStep[];
    const [begun] = all;
    traces += 1;
    const read = stateRead(shows(traces, begun?.face ?? "v2"));
    return Promise.resolve(
      all.map((step) => (step.op === "state" ? ({ ...exchanges.at(-1), ...read } as Exchange) : send(step))),
    );
  };
  const created = (["v2", "legacy"] as const).map((face) => send({ op: "create", face, ...input("open") }));
  for (const one of created)
    send({ op: "act", face: "v2", trace: createdTraceOf(one) ?? "", ...input("note", { number: 1 }) });
  const history = { script: { id: "s", title: "", steps: [] }, exchanges: [...exchanges], unsent: [] };
  const asker = { ...serviceThat(() => false).asker, run };
  return (await drawnValues(asker, profile, history, created))?.value?.state;
}

test("numbers, flags and words that are others on each trace", async () => {
  const clerks = ["Anna", "Ben", "Carl"];
  expect(await found((trace) => ({ clerk: clerks[trace % 3] ?? "", stage: "open" }))).toEqual([["clerk"]]);
  expect(await found((trace) => ({ place: { queue: trace } }))).toEqual([["place", "queue"]]);
});

test("not where each face shows its own, or where ids differ", async () => {
  expect(await found((_, face) => ({ stage: face === "v2" ? "open" : "shut" }))).toBeUndefined();
  expect(await found((trace) => ({ number: `A-${String(trace)}` }))).toBeUndefined();
});

test("nor where the configuration fixes what changes by itself", async () => {
  const pinned: Profile = {
    readings: { "volatile-members": { value: { state: [], link: [] }, evidence: "", pinned: true } },
  };
  expect(await found((trace) => ({ queue: trace }), pinned)).toBeUndefined();
});
