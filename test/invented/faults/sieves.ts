import { jsonBody } from "../../lib/service/http.ts";
import { isObject, own, put, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { Trace } from "../service.ts";
import { around, onRecord, type Faults, pause } from "../tools.ts";

const searches = ["POST /v2/workflows/{}/traces/search", "POST /trace/search/{}"] as const;

const kindOf = (value: Json): string => (Array.isArray(value) ? "array" : typeof value);

export const sieves: Faults = {
  "first-value-sets-the-type": {
    title:
      "The index of a workflow takes the type of a member from its first value; a trace of another is not indexed.",
    apply(s) {
      const types = new Map<string, string>();
      const index = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        const fits = Object.keys(trace.state).map((key) => {
          const value = own(trace.state, key) ?? null;
          const name = `${trace.workflow.id} ${key}`;
          if (value !== null && !types.has(name)) types.set(name, kindOf(value));
          return value === null || types.get(name) === kindOf(value);
        });
        if (fits.every(Boolean)) index.set(trace, trace.state);
      });
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const state = index.get(trace);
        return state !== undefined && matches({ ...trace, state }, filters, call);
      };
    },
  },
  "long-texts-left-out": {
    title: "Texts of more than 256 characters are not indexed: no search for one finds its trace.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) &&
        Object.values(filters).every((wanted) => typeof wanted !== "string" || wanted.length <= 256);
    },
  },
  "filter-called-limit": {
    title: "A filter called limit or offset is none, but says how many traces to give, and from which on.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) => {
        const { limit, offset, ...others } = filters;
        const from = typeof offset === "number" ? offset : 0;
        const found = search(workflow, others, call);
        return found.slice(from, typeof limit === "number" ? from + limit : undefined);
      };
    },
  },
  "three-filters": {
    title: "Of the filters only the first three are used.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const used: JsonObject = {};
        for (const key of Object.keys(filters).slice(0, 3)) put(used, key, own(filters, key) ?? null);
        return matches(trace, used, call);
      };
    },
  },
  "names-without-case": {
    title: "The columns of the index have names without case: of the members Unit and unit it holds the later one.",
    apply(s) {
      s.matches = ({ state }, filters) => {
        const columns = new Map(Object.keys(state).map((key) => [key.toLowerCase(), own(state, key) ?? null]));
        return Object.keys(filters).every((key) => sameJson(columns.get(key.toLowerCase()), own(filters, key) ?? null));
      };
    },
  },
  "conditions-of-all": {
    title: "Searches put their conditions on one list and clear it when they are done: those at one time share them.",
    apply(s) {
      let conditions: JsonObject = {};
      for (const key of searches) {
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
      const { matches } = s;
      s.matches = (trace, _filters, call) => matches(trace, conditions, call);
    },
  },
  "single-hit-bare": {
    title: "The legacy search gives a single id as a string, not as a list of one.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) => {
        const bare = call.face === "legacy" && call.path[1] === "search" && Array.isArray(data) && data.length === 1;
        return ok(call, bare ? (data[0] ?? null) : data);
      };
    },
  },
};
