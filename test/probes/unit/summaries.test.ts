/** Readers who are shown a summary: believed where both faces show it again, on two traces, while others see the data. */
import { expect, test } from "vitest";
import { summaryReaders } from "../../../probes/process/shown/summaries.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account, OperationStep } from "../../../spec/vocabulary/script.ts";

interface Asked {
  readonly reader: Account;
  readonly face: Face;
  readonly trace: string;
  /** How many states were read before. */
  readonly turn: number;
}

const summary: JsonObject = { case: { treatments: 1 } };
const ofTrace = (trace: string): JsonObject => ({ title: `Title of ${trace}`, count: 1 });
const whole = (trace: string): JsonObject => ({ ...summary, data: ofTrace(trace) });

/** What is found where a service shows its readers this; each read of theirs was seen once before. */
async function found(shows: (asked: Asked) => Json, traces = ["one", "two"]) {
  let turn = 0;
  const shown = (reader: Account, face: Face, trace: string): Json => shows({ reader, face, trace, turn: turn++ });
  const states = traces.flatMap((trace) =>
    (["first", "user-0"] as const).map((reader) => ({
      face: "v2" as const,
      source: "v2TraceState" as const,
      traceId: trace,
      reader,
      state: shown(reader, "v2", trace),
      actions: [{ face: "v2" as const, data: ofTrace(trace), actionKey: "open", groupLabel: "all", files: [] }],
    })),
  );
  const run = (_title: string, steps: readonly unknown[]) =>
    Promise.resolve(
      (steps as readonly (OperationStep & { readonly actor: Account; readonly trace: string })[]).map((step) => {
        const { face, actor, trace } = step;
        const state = shown(actor, face, trace);
        const value = face === "v2" ? { error: null, data: { state } } : { state };
        const intent = { kind: "state", traceId: trace };
        const response = { status: 200, headers: {}, bytes: 0, json: { value } };
        return { operationId: `${face}TraceState`, face, intent, response } as unknown as Exchange;
      }),
    );
  return summaryReaders({ run }, states);
}

test("a summary that both faces show one reader on each trace is believed", async () => {
  expect(await found(({ reader, trace }) => (reader === "first" ? whole(trace) : summary))).toEqual(["user-0"]);
});

test.each<[string, (asked: Asked) => Json, string[]?]>([
  ["the data", ({ trace }) => whole(trace)],
  ["nothing in its place", ({ reader, trace }) => (reader === "first" ? whole(trace) : {})],
  [
    "data of which each text is masked",
    ({ reader, trace }) => (reader === "first" ? whole(trace) : { data: { title: "***", count: 1 } }),
  ],
  ["data that are empty", ({ reader, trace }) => (reader === "first" ? whole(trace) : { data: {} })],
  [
    "a summary through one face alone",
    ({ reader, face, trace }) => (reader === "first" || face === "legacy" ? whole(trace) : summary),
  ],
  [
    "another summary through the other face",
    ({ reader, face, trace }) => (reader === "first" ? whole(trace) : { [face]: true }),
  ],
  [
    "a summary of one trace and not of the next",
    ({ reader, trace }) => (reader === "first" || trace === "two" ? whole(trace) : summary),
  ],
  ["a summary of a single trace", ({ reader, trace }) => (reader === "first" ? whole(trace) : summary), ["one"]],
  [
    "a part of the data",
    ({ reader, trace }) => (reader === "first" ? whole(trace) : { data: { title: `Title of ${trace}` } }),
  ],
  [
    "a summary that the first user is shown, too, from then on",
    ({ reader, trace, turn }) => (reader === "first" && turn < 6 ? whole(trace) : summary),
  ],
])("%s is not", async (_, shows, traces) => {
  expect(await found(shows, traces)).toEqual([]);
});
