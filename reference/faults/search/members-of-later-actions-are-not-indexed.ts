import { objectFrom } from "../support/json-changes.ts";
import type { Fault } from "../fault.ts";

export const membersOfLaterActionsAreNotIndexed: Fault = {
  id: "search/members-of-later-actions-are-not-indexed",
  title: "Search sees members that the creation brought, with their newest value, and no others.",
  requirement: ["SEARCH-03", "SEARCH-08"],
  install(hooks) {
    const known = new Map<string, ReadonlySet<string>>();
    hooks.around("write", (inner) => (call, write) => {
      const honest = inner(call, write);
      const first = known.get(honest.trace.traceId) ?? new Set(Object.keys(honest.link.data));
      known.set(honest.trace.traceId, first);
      const entries = Object.entries(honest.searchDocument ?? {}).filter(([key]) => first.has(key));
      return { ...honest, searchDocument: objectFrom(entries) };
    });
  },
};
