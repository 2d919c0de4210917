import { isObject, objectOf, own, put, type Json, type JsonObject } from "../../lib/service/json.ts";
import { json, jsonBody } from "../../lib/service/http.ts";
import { around, onRecord, pause, type Faults } from "../tools.ts";

/** The type under which a search engine files a value. */
function filedAs(value: Json | undefined): string | undefined {
  const one = Array.isArray(value) ? value[0] : value;
  return one === null || one === undefined ? undefined : typeof one;
}

/** The filters of a search, where it has any. */
function filtersIn(body: Json): JsonObject {
  const filters = own(objectOf(body, "the body"), "filters");
  return isObject(filters) ? filters : {};
}

/** What is listed, and what is found. */
export const rosters: Faults = {
  // "A workflow has an identifier and a name": workflowName is the name
  "slugs-for-names": {
    title: 'The legacy list gives the names as in addresses: "supplier-credit-notes".',
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) =>
        listing(organization, call).map((item) =>
          call.face === "v2"
            ? item
            : { ...item, workflowName: String(item["workflowName"]).toLowerCase().replaceAll(/\W+/g, "-") },
        );
    },
  },
  // "List organization workflows": array of workflows
  "once-for-each-action": {
    title: "The v2 list joins the actions: each workflow is there as often as it has actions.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) =>
        listing(organization, call).flatMap((item) => {
          const actions = s.workflows.find(({ id }) => id === item["workflowId"])?.actions ?? [];
          return call.face === "v2" ? actions.map(() => ({ ...item })) : [item];
        });
    },
  },
  // "Workflows are listed per organization name"
  "only-where-traces-are": {
    title: "The lists join the traces: a workflow without any is not in them.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) =>
        listing(organization, call).filter(({ workflowId }) =>
          [...s.traces.values()].some(({ workflow }) => workflow.id === workflowId),
        );
    },
  },
  // "POST /trace/search/{workflowId}: response 200 a JSON array of strings"
  "nothing-is-no-content": {
    title: "A legacy search that finds nothing answers 204 without a body.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) =>
        call.face === "legacy" && Array.isArray(data) && data.length === 0 ? { status: 204 } : ok(call, data);
    },
  },
  // "Every v2 JSON response is an object with two members"
  "nothing-is-left-out": {
    title: "A v2 search that finds nothing has no member data: empty lists are not written.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) =>
        call.face === "v2" && Array.isArray(data) && data.length === 0 ? json({ error: null }) : ok(call, data);
    },
  },
  // "array of strings, each a trace UUID"
  "newest-link-found": {
    title:
      "The documents of the v2 search are named by the last event: of a trace with more links, that UUID is given.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) =>
        search(workflow, filters, call).map((id) => {
          const links = s.traces.get(id)?.links ?? [];
          return call.face === "v2" && links.length > 1 ? (links.at(-1)?.id ?? id) : id;
        });
    },
  },
  // "Traces of a workflow can be searched by state data filters"
  "first-type-wins": {
    title:
      "The first value of a key decides in a workflow how the key is indexed: values of another type are not found.",
    apply(s) {
      const types = new Map<string, string>();
      onRecord(s, (link, trace) => {
        for (const key of Object.keys(link.data)) {
          const type = filedAs(own(link.data, key));
          const place = `${trace.workflow.id} ${key}`;
          if (type !== undefined && !types.has(place)) types.set(place, type);
        }
      });
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) &&
        Object.keys(filters).every((key) => {
          const type = filedAs(own(trace.state, key));
          return type === undefined || type === (types.get(`${trace.workflow.id} ${key}`) ?? type);
        });
    },
  },
  // "filters: object of state data keys and values on which traces are filtered": those of this search
  "one-builder-for-all": {
    title: "All searches build their conditions in one object: while two are under way, each has those of both.",
    apply(s) {
      let shared: JsonObject = {};
      let open = 0;
      for (const key of ["POST /v2/workflows/{}/traces/search", "POST /trace/search/{}"]) {
        around(s, key, (real) => async (call, ...params) => {
          const filters = filtersIn(jsonBody(call));
          for (const name of Object.keys(filters)) put(shared, name, own(filters, name) ?? null);
          open += 1;
          try {
            await pause(3);
            return await real(call, ...params);
          } finally {
            open -= 1;
            if (open === 0) shared = {};
          }
        });
      }
      const { search } = s;
      s.search = (workflow, filters, call) => search(workflow, { ...shared, ...filters }, call);
    },
  },
};
