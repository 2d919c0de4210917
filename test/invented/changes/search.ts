/** How searches compare, and their routes. */
import { type Json, own } from "../../lib/service/json.ts";
import type { Service, Trace } from "../service.ts";

/** Replaces how one filter is compared with the state. */
export function compareFilters(
  s: Service,
  same: (held: Json | undefined, wanted: Json, key: string, trace: Trace) => boolean,
): void {
  s.matches = (trace, filters) =>
    Object.keys(filters).every((key) => same(own(trace.state, key), own(filters, key) ?? null, key, trace));
}

export const searchRoutes = ["POST /v2/workflows/{}/traces/search", "POST /trace/search/{}"] as const;
