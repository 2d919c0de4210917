import { json, type Route } from "../../lib/service/http.ts";
import { own, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { Trace } from "../service.ts";
import { around, onRecord, type Faults } from "../tools.ts";

const lists = ["GET /v2/organizations/{}/workflows", "GET /workflow/orgName/{}"] as const;

/** What a route answers, as another value. */
const recast =
  (change: (value: Json) => Json) =>
  (real: Route): Route =>
  async (...args) =>
    json(change(JSON.parse(String((await real(...args)).body)) as Json));

export const finders: Faults = {
  "found-as-objects": {
    title: "The legacy search answers with objects that have a traceId.",
    apply(s) {
      const change = (found: Json) => (found as string[]).map((traceId) => ({ traceId }));
      around(s, "POST /trace/search/{}", recast(change));
    },
  },
  "list-in-envelope": {
    title: "The v2 list of workflows comes in the envelope of the other v2 answers.",
    apply(s) {
      const change = (data: Json): JsonObject => ({ error: null, data });
      around(s, "GET /v2/organizations/{}/workflows", recast(change));
    },
  },
  "list-with-short-names": {
    title: "The legacy list of workflows says id and name for workflowId and workflowName.",
    apply(s) {
      const change = (found: Json) =>
        (found as JsonObject[]).map(({ workflowId = null, workflowName = null }) => ({
          id: workflowId,
          name: workflowName,
        }));
      around(s, "GET /workflow/orgName/{}", recast(change));
    },
  },
  "bare-hex-ids": {
    title: "The v2 search gives the ids of traces as 32 hexadecimal digits, as the column holds them.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) => {
        const found = search(workflow, filters, call);
        return call.face === "v2" ? found.map((id) => id.replaceAll("-", "")) : found;
      };
    },
  },
  "index-only-adds": {
    title: "Traces are found also by values that their state had earlier and has no more.",
    apply(s) {
      const history = new WeakMap<Trace, JsonObject[]>();
      onRecord(s, (_link, trace) => history.set(trace, [...(history.get(trace) ?? []), trace.state]));
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) =>
          history.get(trace)?.some((state) => sameJson(own(state, key), own(filters, key) ?? null)),
        );
    },
  },
  "beginning-of-a-name": {
    title: "Workflows are listed for the first organization whose name begins with the one given.",
    apply(s) {
      for (const key of lists) {
        around(s, key, (real) => (call, name = "") => {
          const found = s.workflows.find(({ organization }) => organization.startsWith(name));
          return real(call, found?.organization ?? name);
        });
      }
    },
  },
  "no-filter-no-workflow": {
    title: "A search without any filter finds the traces of all workflows of the organization.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) =>
        Object.keys(filters).length > 0
          ? search(workflow, filters, call)
          : s.workflows
              .filter(({ organization }) => organization === workflow.organization)
              .flatMap((one) => search(one, filters, call));
    },
  },
  "falsy-filters": {
    title: "Filters whose value is 0, false or empty text are taken for filters that were left open.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, Object.fromEntries(Object.entries(filters).filter(([, value]) => Boolean(value))), call);
    },
  },
  "thirty-then-filtered": {
    title: "A search looks through the thirty newest traces of the workflow, and filters only these.",
    apply(s) {
      s.search = (workflow, filters, call) =>
        [...s.traces.values()]
          .filter((trace) => trace.workflow === workflow)
          .slice(-30)
          .filter((trace) => s.matches(trace, filters, call))
          .map(({ id }) => id);
    },
  },
};
