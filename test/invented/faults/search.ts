import { json, type Reply } from "../../lib/service/http.ts";
import { own, sameJson, isObject, put, type JsonObject, type Json } from "../../lib/service/json.ts";
import type { Service, Trace } from "../service.ts";
import { around, pause, type Faults } from "../tools.ts";
import { keepColumns } from "../variants/search.ts";

/** Replaces how one value of the state is compared with the one that is wanted, in v2 or in both. */
function compare(s: Service, equal: (value: Json | undefined, wanted: Json) => boolean, both = true): void {
  const { matches } = s;
  s.matches = (trace, filters, call) =>
    both || call.face === "v2"
      ? Object.keys(filters).every((key) => equal(own(trace.state, key), own(filters, key) ?? null))
      : matches(trace, filters, call);
}

/** Replaces the data by which traces are found, where they are found by columns of the service as well. */
function findBy(s: Service, searchable: (trace: Trace) => JsonObject): void {
  const { matches } = s;
  s.matches = (trace, filters, call) => matches({ ...trace, state: searchable(trace) }, filters, call);
  keepColumns(s);
}

export const search: Faults = {
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
      const { matches } = s;
      s.stateOf = ({ state }) => ({ ...state, data: state });
      s.matches = (trace, filters, call) => {
        const first = Object.assign({}, ...trace.links.map(({ data }) => data).toReversed()) as JsonObject;
        return matches({ ...trace, state: first }, filters, call);
      };
    },
  },
  "found-by-old-values": {
    title: "Search still finds a trace by values that a later action replaced.",
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) =>
          trace.links.some((link) => sameJson(own(link.data, key), own(filters, key) ?? null)),
        );
    },
  },
  "falsy-filters-ignored": {
    title: 'Filter values false, 0 and "" are ignored.',
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const kept = Object.entries(filters).filter(([, value]) => value !== false && value !== 0 && value !== "");
        return matches(trace, Object.fromEntries(kept), call);
      };
    },
  },
  "third-filter-ignored": {
    title: "Only the first two members of the filters count.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, Object.fromEntries(Object.entries(filters).slice(0, 2)), call);
    },
  },
  "found-once-per-link": {
    title: "A trace in which several actions gave the wanted values is listed as often.",
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
  "search-looks-elsewhere": {
    title: "When no trace of the workflow fits, v2 search answers with those of the organization's other workflows.",
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
  "like-patterns": {
    title: "In a text of the legacy search, % stands for any characters and _ for any one.",
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
  "bare-empty-result": {
    title: "When nothing is found, v2 search leaves the member error out of the envelope.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) =>
        call.face === "v2" && Array.isArray(data) && data.length === 0 ? json({ data }) : ok(call, data);
    },
  },
  "only-used-workflows": {
    title: "The v2 list leaves out workflows that have no traces.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) =>
        listing(organization, call).filter(
          (item) =>
            call.face === "legacy" || s.traces.values().some((trace) => trace.workflow.id === item["workflowId"]),
        );
    },
  },
  "workflows-joined-with-traces": {
    title: "The legacy list names a workflow once for each of its traces.",
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
  "numbers-found-as-text": {
    title: 'The v2 search takes 5 and "5", true and "true" for the same.',
    apply(s) {
      const plain = (value: Json | undefined) => typeof value !== "object" && value !== undefined;
      compare(s, (a, b) => sameJson(a, b) || (plain(a) && plain(b) && String(a) === String(b)), false);
    },
  },
  "trailing-spaces-ignored": {
    title: "Search compares texts as a padded column does: spaces at the end make no difference.",
    choice: "How values are compared is not shown.",
    apply(s) {
      const bare = (value: Json | undefined) => (typeof value === "string" ? value.replace(/ +$/, "") : value);
      compare(s, (a, b) => sameJson(bare(a), bare(b)));
    },
  },
  "compared-by-first-32": {
    title: "Search compares only the first 32 characters of a text.",
    apply(s) {
      const cut = (value: Json | undefined) => (typeof value === "string" ? value.slice(0, 32) : value);
      compare(s, (a, b) => sameJson(cut(a), cut(b)));
    },
  },
  "objects-compared-as-text": {
    title: "Search compares objects by their JSON text, so that the order of the members decides.",
    choice: "How values are compared, and child attributes of the filters, are not shown.",
    apply(s) {
      compare(s, (a, b) => JSON.stringify(a) === JSON.stringify(b));
    },
  },
  "filters-joined-by-or": {
    title: "The legacy search finds a trace that fits any one of the filters.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        call.face === "legacy" && Object.keys(filters).length > 0
          ? Object.entries(filters).some(([key, value]) => sameJson(own(trace.state, key), value))
          : matches(trace, filters, call);
    },
  },
  "empty-search-null": {
    title: "When nothing is found, the legacy search answers null.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) => ok(call, call.face === "legacy" && Array.isArray(data) && data.length === 0 ? null : data);
    },
  },
  "search-names-links": {
    title: "For a trace with several links, the v2 search gives the UUID of the latest link.",
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) =>
        find(workflow, filters, call).map((id) => {
          const links = s.traces.get(id)?.links ?? [];
          return call.face === "v2" && links.length > 1 ? (links.at(-1)?.id ?? id) : id;
        });
    },
  },
  "latest-thirty-searched": {
    title: "Search looks only at the thirty traces of the workflow that were created last.",
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) => {
        const traces = [...s.traces.values()].filter((trace) => trace.workflow === workflow);
        const latest = new Set(traces.slice(-30).map(({ id }) => id));
        return find(workflow, filters, call).filter((id) => latest.has(id));
      };
    },
  },
  "unknown-members-ignored": {
    title: "A filter on a member that no trace of the workflow has ever had is ignored.",
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) => {
        const traces = [...s.traces.values()].filter((trace) => trace.workflow === workflow);
        const known = Object.entries(filters).filter(([key]) =>
          traces.some((trace) => trace.links.some((link) => Object.hasOwn(link.data, key))),
        );
        return find(workflow, Object.fromEntries(known), call);
      };
    },
  },
  "legacy-actions-unindexed": {
    title: "An action appended through the legacy face does not reach the search, until a v2 action follows.",
    apply(s) {
      const { record, matches } = s;
      const index = new WeakMap<Trace, JsonObject>();
      s.record = async (call, user, workflow, input, known) => {
        const result = await record(call, user, workflow, input, known);
        if (!known || call.face === "v2") index.set(result.trace, result.trace.state);
        return result;
      };
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: index.get(trace) ?? trace.state }, filters, call);
    },
  },
  "type-of-first-value-rules": {
    title: "The first value of a member in a workflow fixes its type: values of other types are never found by it.",
    apply(s) {
      const { record, matches } = s;
      const types = new Map<string, string>();
      const nameOf = (trace: Trace, key: string) => `${trace.workflow.id} ${key}`;
      s.record = async (...args) => {
        const result = await record(...args);
        for (const [key, value] of Object.entries(result.link.data)) {
          const name = nameOf(result.trace, key);
          if (!types.has(name)) types.set(name, typeof value);
        }
        return result;
      };
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) &&
        Object.entries(filters).every(([key, value]) => types.get(nameOf(trace, key)) === typeof value);
    },
  },
  "parallel-searches-shared": {
    title: "v2 searches of a workflow in the works at the same time all get the answer to the first.",
    apply(s) {
      const running = new Map<string, Promise<Reply>>();
      around(s, "POST /v2/workflows/{}/traces/search", (real) => async (call, which = "") => {
        const user = await s.authenticate(call);
        const key = `${user.email} ${which}`;
        const known = running.get(key);
        if (known) return known;
        const mine = pause(4).then(() => real(call, which));
        running.set(key, mine);
        return mine.finally(() => running.delete(key));
      });
    },
  },
  "quote-breaks-query": {
    title: "A filter value with an apostrophe is answered by v2 with 500 and the text of a query.",
    apply(s) {
      around(s, "POST /v2/workflows/{}/traces/search", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const asked = JSON.parse(call.body().toString("utf8")) as JsonObject;
        const filters = isObject(asked["filters"]) ? Object.values(asked["filters"]) : [];
        const quoted = filters.find((value) => typeof value === "string" && value.includes("'"));
        if (quoted === undefined) return reply;
        const error = `syntax error at or near "${String(quoted)}": SELECT id FROM traces WHERE state ->> 'a' = '…'`;
        return json({ error, data: null }, 500);
      });
    },
  },
  "v2-list-in-envelope": {
    title: "The v2 workflow list comes in the envelope.",
    apply(s) {
      around(s, "GET /v2/organizations/{}/workflows", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return json({ error: null, data: JSON.parse(String(reply.body)) as Json });
      });
    },
  },
  "all-organizations-listed": {
    title: "The legacy list also names the workflows of the other organizations.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) => {
        const others = new Set(s.workflows.map((workflow) => workflow.organization));
        others.delete(organization);
        const more = call.face === "legacy" ? [...others].flatMap((other) => listing(other, call)) : [];
        return [...listing(organization, call), ...more];
      };
    },
  },
  "filters-keyed-by-value": {
    title: "Of filters that have the same value only the last one counts.",
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
  "returned-value-unfound": {
    title: "A trace is not found by a value that a member has again after it had another one.",
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
  "search-cached-by-filters": {
    title: "Until something is written, a search is answered as the last one with these filters, in whatever workflow.",
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
  "search-by-name-unfiltered": {
    title: "A v2 search with the name of the workflow in the path gives all its traces, whatever the filters.",
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) => find(workflow, call.path[2] === workflow.name ? {} : filters, call);
    },
  },
  "filter-named-like-column": {
    title:
      "Filters named id, name or workflowId are compared with the trace's id and its workflow, not with the state.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const columns: JsonObject = { id: trace.id, name: trace.workflow.name, workflowId: trace.workflow.id };
        return matches({ ...trace, state: { ...trace.state, ...columns } }, filters, call);
      };
    },
  },
};
