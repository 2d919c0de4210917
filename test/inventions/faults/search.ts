import { own, sameJson, type JsonObject } from "../../stand-ins/lib/json.ts";
import { json } from "../../stand-ins/lib/http.ts";
import { around, type Invention } from "../tools.ts";

const filtered = "filters: object of state data keys and values on which traces are filtered.";

export const search: Invention[] = [
  {
    id: "found-by-old-values",
    lie: "Search still finds a trace by values that a later action replaced.",
    sentence: `${filtered} The state data is that after the latest action.`,
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) =>
          trace.links.some((link) => sameJson(own(link.data, key), own(filters, key) ?? null)),
        );
    },
  },
  {
    id: "falsy-filters-ignored",
    lie: 'Filter values false, 0 and "" are ignored.',
    sentence: filtered,
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const kept = Object.entries(filters).filter(([, value]) => value !== false && value !== 0 && value !== "");
        return matches(trace, Object.fromEntries(kept), call);
      };
    },
  },
  {
    id: "third-filter-ignored",
    lie: "Only the first two members of the filters count.",
    sentence: filtered,
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, Object.fromEntries(Object.entries(filters).slice(0, 2)), call);
    },
  },
  {
    id: "found-once-per-link",
    lie: "A trace in which several actions gave the wanted values is listed as often.",
    sentence: "Traces can be searched; the result is a list of trace UUIDs: each trace that fits, once.",
    apply(s) {
      const { search: find } = s;
      const gives = (data: JsonObject, filters: JsonObject) =>
        Object.keys(filters).every((key) => sameJson(own(data, key), own(filters, key)));
      s.search = (workflow, filters, call) =>
        find(workflow, filters, call).flatMap((id) => {
          const links = s.traces.get(id)?.links ?? [];
          const times =
            Object.keys(filters).length === 0 ? 1 : links.filter((link) => gives(link.data, filters)).length;
          return Array<string>(Math.max(1, times)).fill(id);
        });
    },
  },
  {
    id: "search-looks-elsewhere",
    lie: "When no trace of the workflow fits, v2 search answers with those of the organization's other workflows.",
    sentence: "Traces of a workflow can be searched.",
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) => {
        const found = find(workflow, filters, call);
        if (found.length > 0 || call.face === "legacy" || Object.keys(filters).length === 0) return found;
        return s.workflows
          .filter((other) => other.organization === workflow.organization)
          .flatMap((other) => find(other, filters, call));
      };
    },
  },
  {
    id: "like-patterns",
    lie: "In a text of the legacy search, % stands for any characters and _ for any one.",
    sentence: `${filtered} A value is a value, not a pattern.`,
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        if (call.face === "v2") return matches(trace, filters, call);
        return Object.keys(filters).every((key) => {
          const [wanted, value] = [own(filters, key) ?? null, own(trace.state, key)];
          if (typeof wanted !== "string" || typeof value !== "string") return sameJson(value, wanted);
          const quoted = wanted.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
          return new RegExp(`^${quoted.replaceAll("%", "[^]*").replaceAll("_", "[^]")}$`).test(value);
        });
      };
    },
  },
  {
    id: "bare-empty-result",
    lie: "When nothing is found, v2 search leaves the member error out of the envelope.",
    sentence: "Every v2 JSON response is an object with two members: error and data.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) =>
        call.face === "v2" && Array.isArray(data) && data.length === 0 ? json({ data }) : ok(call, data);
    },
  },
  {
    id: "only-used-workflows",
    lie: "The v2 list leaves out workflows that have no traces.",
    sentence: "Workflows are listed per organization name.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) =>
        listing(organization, call).filter(
          (item) =>
            call.face === "legacy" || s.traces.values().some((trace) => trace.workflow.id === item["workflowId"]),
        );
    },
  },
  {
    id: "workflows-joined-with-traces",
    lie: "The legacy list names a workflow once for each of its traces.",
    sentence: "GET /workflow/orgName/{orgName}: the workflows of the organization, each an element of the array.",
    apply(s) {
      around(s, "GET /workflow/orgName/{}", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const items = JSON.parse(String(reply.body)) as JsonObject[];
        const joined = items.flatMap((item) => {
          const times = [...s.traces.values()].filter((trace) => trace.workflow.id === item["workflowId"]).length;
          return Array<JsonObject>(Math.max(1, times)).fill(item);
        });
        return json(joined);
      });
    },
  },
];
