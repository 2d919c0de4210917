/** Filters that are compared with columns beside the data. */
import { type Json, type JsonObject, own, sameJson } from "../../../lib/service/json.ts";
import { compareFilters } from "../../changes/search.ts";
import type { Service, Trace } from "../../service.ts";
import { aroundStep, type Faults } from "../../tools.ts";
import { keepColumns } from "../../changes/columns.ts";

/** Replaces the data by which traces are found, where they are found by columns of the service as well. */
function findBy(s: Service, searchable: (trace: Trace) => JsonObject): void {
  const { matches } = s;
  s.matches = (trace, filters, call) => matches({ ...trace, state: searchable(trace) }, filters, call);
  keepColumns(s);
}

export const columns: Faults = {
  "filters-on-columns": {
    title: "A filter named as a column of the table (id, name, status, version, owner) is compared with that column.",
    apply(s) {
      const columns = (trace: Trace): JsonObject => ({
        id: trace.id,
        name: trace.workflow.name,
        status: "ACTIVE",
        version: trace.links.length,
        owner: trace.links[0]?.author ?? null,
      });
      compareFilters(s, (held, wanted, key, trace) => sameJson(own(columns(trace), key) ?? held, wanted));
    },
  },
  "four-names-are-columns": {
    title: "A filter on `id`, `name`, `type` or `status` looks at the column of the trace, not at the state.",
    apply(s) {
      s.matches = (trace, filters) => {
        const columns: JsonObject = { id: trace.id, name: trace.workflow.name, type: "trace", status: "ACTIVE" };
        const row: Record<string, Json> = { ...trace.state, ...columns };
        return Object.keys(filters).every((key) => sameJson(own(row, key), own(filters, key) ?? null));
      };
    },
  },
  "first-values-beside-columns": {
    title:
      "Traces are found by columns that the state shows beside the data, phase among them, and by the first value that " +
      "the data had for a member.",
    apply(s) {
      findBy(s, ({ links }) => Object.assign({}, ...links.map(({ data }) => data).toReversed()) as JsonObject);
    },
  },
  "some-members-beside-columns": {
    title: "Traces are found by columns that the state shows beside the data, and by no member called side or count.",
    apply(s) {
      findBy(s, ({ state }) =>
        Object.fromEntries(Object.entries(state).filter(([name]) => !/^(side|count)$/.test(name))),
      );
    },
  },
  "column-that-is-not-shown": {
    title:
      "Traces are found by columns that the state shows beside the data; a filter by limit or offset is one of the " +
      "service, too, though no state shows such a thing.",
    apply(s) {
      findBy(s, ({ state }) => ({ ...state, limit: 50, offset: 0 }));
    },
  },
  "repeated-beside-the-data": {
    title: "The state repeats the members of the data beside them; search finds a trace by the first values alone.",
    apply(s) {
      s.stateOf = ({ state }) => ({ ...state, data: state });
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const first = Object.assign({}, ...trace.links.map(({ data }) => data).toReversed()) as JsonObject;
        return matches({ ...trace, state: first }, filters, call);
      });
    },
  },
  "filter-named-like-column": {
    title:
      "Filters named id, name or workflowId are compared with the trace's id and its workflow, not with the state.",
    apply(s) {
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const columns: JsonObject = { id: trace.id, name: trace.workflow.name, workflowId: trace.workflow.id };
        return matches({ ...trace, state: { ...trace.state, ...columns } }, filters, call);
      });
    },
  },
};
