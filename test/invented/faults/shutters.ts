import { own, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { Trace, Service } from "../service.ts";
import { around, type Faults } from "../tools.ts";

const legacySearch = "POST /trace/search/{}";

/** Changes what a legacy search found. */
function onFound(s: Service, change: (ids: string[]) => Json): void {
  around(s, legacySearch, (real) => async (call, ...params) => {
    const reply = await real(call, ...params);
    return { ...reply, body: JSON.stringify(change(JSON.parse(String(reply.body)) as string[])) };
  });
}

/** The text as a column of fixed width compares it. */
const padded = (value: Json | undefined): Json | undefined =>
  typeof value === "string" ? value.replace(/ +$/, "") : value;

export const shutters: Faults = {
  "one-is-no-list": {
    title: "A legacy search that finds one trace is answered with its id, and not with a list of one.",
    apply(s) {
      onFound(s, (ids) => (ids.length === 1 ? (ids[0] ?? null) : ids));
    },
  },
  "no-filters-no-workflow": {
    title: "A v2 search with empty filters finds the traces of all workflows of the organization.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) => {
        if (call.face === "legacy" || Object.keys(filters).length > 0) return search(workflow, filters, call);
        return s.workflows
          .filter(({ organization }) => organization === workflow.organization)
          .flatMap((one) => search(one, filters, call));
      };
    },
  },
  "back-to-a-former-value": {
    title: "What a member of the state no longer holds is struck off the index for good: it is not found if set again.",
    apply(s) {
      const struck = new WeakMap<Trace, [string, Json][]>();
      const { merge, matches } = s;
      s.merge = (trace, data, call) => {
        const former = trace.state;
        const state = merge(trace, data, call);
        const gone = struck.get(trace) ?? [];
        for (const key of Object.keys(former)) {
          const value = own(former, key);
          if (value !== undefined && !sameJson(value, own(state, key))) gone.push([key, value]);
        }
        struck.set(trace, gone);
        return state;
      };
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) &&
        !(struck.get(trace) ?? []).some(([key, value]) => sameJson(own(filters, key), value));
    },
  },
  "blanks-at-the-end": {
    awaits: "whether texts that differ in outer blanks alone are equal is left open",
    title: "Search does not look at blanks at the end of a string: it finds what has one more, or one less.",
    apply(s) {
      s.matches = ({ state }, filters) =>
        Object.keys(filters).every((key) => sameJson(padded(own(state, key)), padded(own(filters, key))));
    },
  },
  "named-index": {
    title: "A v2 search by the name of the workflow knows traces as they were created, and no later action.",
    apply(s) {
      const created = new WeakMap<Trace, JsonObject>();
      const { record, matches } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        const { trace } = recorded;
        if (!created.has(trace)) created.set(trace, trace.state);
        return recorded;
      };
      s.matches = (trace, filters, call) => {
        const byName = call.path.includes(trace.workflow.name);
        return matches(byName ? { ...trace, state: created.get(trace) ?? {} } : trace, filters, call);
      };
    },
  },
  "joined-with-links": {
    title: "A trace is found as often as it has links that bring what is searched for.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) =>
        search(workflow, filters, call).flatMap((id) => {
          const links = s.traces.get(id)?.links ?? [];
          const keys = Object.keys(filters);
          const bringing = links.filter(({ data }) => keys.some((key) => sameJson(own(data, key), own(filters, key))));
          return bringing.length > 1 ? bringing.map(() => id) : [id];
        });
    },
  },
  "last-two-filters": {
    title: "Of three filters and more only the last two are looked at.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const wanted: JsonObject = {};
        for (const key of Object.keys(filters).slice(-2)) wanted[key] = own(filters, key) ?? null;
        return matches(trace, wanted, call);
      };
    },
  },
  "names-to-wrong-ids": {
    title: "The legacy list of workflows is put in order by name, and the ids stay in theirs.",
    apply(s) {
      around(s, "GET /workflow/orgName/{}", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const items = JSON.parse(String(reply.body)) as { workflowId: string; workflowName: string }[];
        const names = items.map(({ workflowName }) => workflowName).sort();
        const list = items.map(({ workflowId }, at) => ({ workflowId, workflowName: names[at] }));
        return { ...reply, body: JSON.stringify(list) };
      });
    },
  },
};
