import { isObject, own, sameJson, type Json, type JsonObject } from "../../../stand-ins/lib/json.ts";
import { json, type Reply } from "../../../stand-ins/lib/http.ts";
import type { Service, Trace } from "../../service.ts";
import { around, pause, type Invention } from "../../tools.ts";

const filtered = "filters: object of state data keys and values on which traces are filtered.";

/** Replaces how one value of the state is compared with the one that is wanted, in v2 or in both. */
function compare(s: Service, equal: (value: Json | undefined, wanted: Json) => boolean, both = true): void {
  const { matches } = s;
  s.matches = (trace, filters, call) =>
    both || call.face === "v2"
      ? Object.keys(filters).every((key) => equal(own(trace.state, key), own(filters, key) ?? null))
      : matches(trace, filters, call);
}

export const search: Invention[] = [
  {
    id: "numbers-found-as-text",
    lie: 'The v2 search takes 5 and "5", true and "true" for the same.',
    sentence: `${filtered} The number 5 is another value than the text "5".`,
    apply(s) {
      const plain = (value: Json | undefined) => typeof value !== "object" && value !== undefined;
      compare(s, (a, b) => sameJson(a, b) || (plain(a) && plain(b) && String(a) === String(b)), false);
    },
  },
  {
    id: "trailing-spaces-ignored",
    lie: "Search compares texts as a padded column does: spaces at the end make no difference.",
    sentence: filtered,
    apply(s) {
      const bare = (value: Json | undefined) => (typeof value === "string" ? value.replace(/ +$/, "") : value);
      compare(s, (a, b) => sameJson(bare(a), bare(b)));
    },
  },
  {
    id: "compared-by-first-32",
    lie: "Search compares only the first 32 characters of a text.",
    sentence: filtered,
    apply(s) {
      const cut = (value: Json | undefined) => (typeof value === "string" ? value.slice(0, 32) : value);
      compare(s, (a, b) => sameJson(cut(a), cut(b)));
    },
  },
  {
    id: "objects-compared-as-text",
    lie: "Search compares objects by their JSON text, so that the order of the members decides.",
    sentence: `${filtered} An object's members have no order.`,
    apply(s) {
      compare(s, (a, b) => JSON.stringify(a) === JSON.stringify(b));
    },
  },
  {
    id: "filters-joined-by-or",
    lie: "The legacy search finds a trace that fits any one of the filters.",
    sentence: `${filtered} All members of the object count.`,
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        call.face === "legacy" && Object.keys(filters).length > 0
          ? Object.entries(filters).some(([key, value]) => sameJson(own(trace.state, key), value))
          : matches(trace, filters, call);
    },
  },
  {
    id: "empty-search-null",
    lie: "When nothing is found, the legacy search answers null.",
    sentence: "POST /trace/search/{workflowId}: response 200 a JSON array of strings.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) => ok(call, call.face === "legacy" && Array.isArray(data) && data.length === 0 ? null : data);
    },
  },
  {
    id: "search-names-links",
    lie: "For a trace with several links, the v2 search gives the UUID of the latest link.",
    sentence: "Response 200: {error, data: array of strings}, each a trace UUID.",
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) =>
        find(workflow, filters, call).map((id) => {
          const links = s.traces.get(id)?.links ?? [];
          return call.face === "v2" && links.length > 1 ? (links.at(-1)?.id ?? id) : id;
        });
    },
  },
  {
    id: "latest-thirty-searched",
    lie: "Search looks only at the thirty traces of the workflow that were created last.",
    sentence: `Traces of a workflow can be searched. ${filtered}`,
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) => {
        const traces = [...s.traces.values()].filter((trace) => trace.workflow === workflow);
        const latest = new Set(traces.slice(-30).map(({ id }) => id));
        return find(workflow, filters, call).filter((id) => latest.has(id));
      };
    },
  },
  {
    id: "unknown-members-ignored",
    lie: "A filter on a member that no trace of the workflow has ever had is ignored.",
    sentence: `${filtered} A trace without the member does not fit.`,
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
  {
    id: "legacy-actions-unindexed",
    lie: "An action appended through the legacy face does not reach the search, until a v2 action follows.",
    sentence: `${filtered} The legacy set coexists with the v2 set for traces.`,
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
  {
    id: "type-of-first-value-rules",
    lie: "The first value of a member in a workflow fixes its type: values of other types are never found by it.",
    sentence: filtered,
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
  {
    id: "parallel-searches-shared",
    lie: "v2 searches of a workflow in the works at the same time all get the answer to the first.",
    sentence: `POST /v2/workflows/{workflowId}/traces/search: ${filtered}`,
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
  {
    id: "quote-breaks-query",
    lie: "A filter value with an apostrophe is answered by v2 with 500 and the text of a query.",
    sentence: `${filtered} Robustness: no 5xx, and no insides of the service in an error.`,
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
  {
    id: "v2-list-in-envelope",
    lie: "The v2 workflow list comes in the envelope.",
    sentence: "GET /v2/organizations/{name}/workflows: response 200: JSON array (no envelope).",
    apply(s) {
      around(s, "GET /v2/organizations/{}/workflows", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        return json({ error: null, data: JSON.parse(String(reply.body)) as Json });
      });
    },
  },
  {
    id: "all-organizations-listed",
    lie: "The legacy list also names the workflows of the other organizations.",
    sentence: "Workflows are listed per organization name.",
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
];
