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
    Object.entries(filters).map(([key, value]) => {
      const path = key.split(".");
      return { paths: path.length > 1 && path.length <= MAX_PATH ? [[key], path] : [[key]], value };
    }),
  lagMs: 0,
};

// Data is never nested deeper than the limit on JSON input, so a longer path leads nowhere.
const MAX_PATH = 500;
