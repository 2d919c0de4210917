import type { JsonObject } from "../core/json.ts";
import type { LinkRecord, SearchCondition, TraceRecord } from "../core/records.ts";

/** What search looks at, and how filters are read. Open points `search-keys`, `search-lag`. */
export interface FilterPolicy {
  /** The document that is indexed for a trace. */
  document(trace: TraceRecord, link: LinkRecord): JsonObject;
  /** The conditions of a `filters` object; all of them hold for a match. @throws Refusal for filters it does not take */
  conditions(filters: JsonObject): SearchCondition[];
  /** How long a write takes to become visible to search, in milliseconds. */
  lagMs: number;
}

/** Keys of the business data, equal in value and JSON type; a dotted key also reaches into objects. */
export const dataKeys: FilterPolicy = {
  document: (trace) => trace.data,
  conditions: (filters) =>
    Object.entries(filters).map(([key, value]) => ({
      paths: key.includes(".") ? [[key], key.split(".")] : [[key]],
      value,
    })),
  lagMs: 0,
};
