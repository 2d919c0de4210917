/** Searches that are answered with what another one found. */
import { jsonBody, type Reply } from "../../../lib/service/http.ts";
import { isObject, type Json, type JsonObject, objectOf, own, put } from "../../../lib/service/json.ts";
import { searchRoutes } from "../../changes/search.ts";
import { aroundStep, after, around, type Faults, onRecord, pause } from "../../tools.ts";

/** The filters of a search, where it has any. */
function filtersIn(body: Json): JsonObject {
  const filters = own(objectOf(body, "the body"), "filters");
  return isObject(filters) ? filters : {};
}

export const mixedSearches: Faults = {
  "results-by-filters": {
    title: "What a search found is kept for three seconds by its filters, and not by its workflow.",
    apply(s) {
      const kept = new Map<string, { found: string[]; until: number }>();
      aroundStep(s, "search", (search) => (workflow, filters, call) => {
        const key = JSON.stringify(filters);
        const known = kept.get(key);
        if (known && known.until > Date.now()) return known.found;
        const found = search(workflow, filters, call);
        kept.set(key, { found, until: Date.now() + 3000 });
        return found;
      });
    },
  },
  // "`filters`: object of state data keys and values on which traces are filtered"
  "search-kept-by-names": {
    title: "Until something is written, a search is answered as the last one that named the same keys.",
    apply(s) {
      const { search } = s;
      let writes = 0;
      const kept = new Map<string, string[]>();
      onRecord(s, () => {
        writes += 1;
        kept.clear();
      });
      s.search = (workflow, filters, call) => {
        const key = JSON.stringify([workflow.id, Object.keys(filters).sort(), writes]);
        const known = kept.get(key) ?? search(workflow, filters, call);
        kept.set(key, known);
        return known;
      };
    },
  },
  "nothing-found-stays": {
    title: "A search that found nothing is cached for good: the same search finds nothing when there is something.",
    apply(s) {
      const empty = new Set<string>();
      aroundStep(s, "search", (search) => (workflow, filters, call) => {
        const key = `${workflow.id} ${JSON.stringify(filters)}`;
        if (empty.has(key)) return [];
        const found = search(workflow, filters, call);
        if (found.length === 0) empty.add(key);
        return found;
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
  "search-cached-by-filters": {
    title: "Until something is written, a search is answered as the last one with these filters, in whatever workflow.",
    apply(s) {
      const { search: find } = s;
      const cache = new Map<string, string[]>();
      after(s, "record", (_result) => {
        cache.clear();
      });
      s.search = (workflow, filters, call) => {
        const key = JSON.stringify([workflow.organization, filters]);
        const found = cache.get(key) ?? find(workflow, filters, call);
        cache.set(key, found);
        return found;
      };
    },
  },
  "conditions-of-all": {
    title: "Searches put their conditions on one list and clear it when they are done: those at one time share them.",
    apply(s) {
      let conditions: JsonObject = {};
      for (const key of searchRoutes) {
        around(s, key, (real) => async (call, ...params) => {
          const body = jsonBody(call);
          const filters = isObject(body) ? own(body, "filters") : undefined;
          if (isObject(filters)) for (const name of Object.keys(filters)) put(conditions, name, filters[name] ?? null);
          await pause(5);
          try {
            return await real(call, ...params);
          } finally {
            conditions = {};
          }
        });
      }
      aroundStep(s, "matches", (matches) => (trace, _filters, call) => matches(trace, conditions, call));
    },
  },
};
