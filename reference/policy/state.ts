import { setOwn } from "../core/json.ts";
import type { JsonObject } from "../core/json.ts";
import type { LinkRecord, TraceRecord } from "../core/records.ts";

/** The state of a trace. Open point `state-data`. */
export interface StatePolicy {
  /** The business data after one more action. @param before undefined for a new trace */
  fold(before: JsonObject | undefined, link: LinkRecord): JsonObject;
  /** What clients get as `state`. */
  present(trace: TraceRecord): JsonObject;
}

/** The data of the actions merged member by member, the later action winning, under `data`. */
export const mergedData: StatePolicy = {
  fold: (before, link) => shallowMerge(before ?? {}, link.data),
  present: (trace) => ({ data: trace.data }),
};

/** The members of both; those of `over` win. */
export function shallowMerge(under: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = {};
  for (const source of [under, over]) for (const [key, value] of Object.entries(source)) setOwn(merged, key, value);
  return merged;
}
