/** Exchanges of one trace, answered through v2, for probes that look at what was seen of it. */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JsonObject } from "../../../spec/json.ts";

export interface SeenTrace {
  readonly traceId: string;
  readonly workflow: number;
  /** What it was created with. */
  readonly data: JsonObject;
}

/** @param kind of the intent @param value what the envelope of the answer holds */
export function answered({ traceId, workflow, data }: SeenTrace, kind: string, value: object | string): Exchange {
  return {
    ...{ operationId: kind === "create" ? "v2CreateTrace" : "v2TraceState", face: "v2", actor: "first" },
    ...{ defects: [], traits: [], sentAtMs: 1, receivedAtMs: 2 },
    intent: { kind, traceId, workflow, actionKey: "open", groupLabel: "all", data, files: [] },
    response: { status: 200, json: { value: { error: null, data: value } } },
  } as unknown as Exchange;
}
