import { own, put, sameJson, type Json, type JsonObject } from "../../../stand-ins/lib/json.ts";
import type { Invention } from "../../tools.ts";

const filtered = "filters: object of state data keys and values on which traces are filtered.";

export const search: Invention[] = [
  {
    id: "filters-keyed-by-value",
    lie: "Of filters that have the same value only the last one counts.",
    sentence: `${filtered} All members of the object count.`,
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const names = new Map(Object.entries(filters).map(([key, value]) => [JSON.stringify(value), key]));
        const kept: JsonObject = {};
        for (const key of names.values()) put(kept, key, own(filters, key) ?? null);
        return matches(trace, kept, call);
      };
    },
  },
  {
    id: "returned-value-unfound",
    lie: "A trace is not found by a value that a member has again after it had another one.",
    sentence: `${filtered} The state data is that after the latest action.`,
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) &&
        Object.keys(filters).every((key) => {
          const given = trace.links.map((link) => own(link.data, key)).filter((value) => value !== undefined);
          const wanted: Json = own(filters, key) ?? null;
          const other = given.findLastIndex((value) => !sameJson(value, wanted));
          return !given.slice(0, Math.max(0, other)).some((value) => sameJson(value, wanted));
        });
    },
  },
  {
    id: "search-cached-by-filters",
    lie: "Until something is written, a search is answered as the last one with these filters, in whatever workflow.",
    sentence: "Traces of a workflow can be searched: path workflowId.",
    apply(s) {
      const { record, search: find } = s;
      const cache = new Map<string, string[]>();
      s.record = async (...args) => {
        const result = await record(...args);
        cache.clear();
        return result;
      };
      s.search = (workflow, filters, call) => {
        const key = JSON.stringify([workflow.organization, filters]);
        const found = cache.get(key) ?? find(workflow, filters, call);
        cache.set(key, found);
        return found;
      };
    },
  },
  {
    id: "search-by-name-unfiltered",
    lie: "A v2 search with the name of the workflow in the path gives all its traces, whatever the filters.",
    sentence: `workflowId (described here as the name of the workflow). ${filtered}`,
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) => find(workflow, call.path[2] === workflow.name ? {} : filters, call);
    },
  },
  {
    id: "filter-named-like-column",
    lie: "Filters named id, name or workflowId are compared with the trace's id and its workflow, not with the state.",
    sentence: `${filtered} The data may hold members of any name.`,
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const columns: JsonObject = { id: trace.id, name: trace.workflow.name, workflowId: trace.workflow.id };
        return matches({ ...trace, state: { ...trace.state, ...columns } }, filters, call);
      };
    },
  },
];
