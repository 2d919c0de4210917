/** Filters that a search drops, misreads or joins otherwise. */
import { json } from "../../../lib/service/http.ts";
import { isObject, type JsonObject, own, put, sameJson } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { compareFilters } from "../../changes/search.ts";
import { aroundStep, onReply, around, type Faults } from "../../tools.ts";

export const filters: Faults = {
  "third-filter-unread": {
    title: "A search heeds the first two members of the filters and none of the others.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, Object.fromEntries(Object.entries(filters).slice(0, 2)), call);
    },
  },
  "filters-in-snake-case": {
    title: "The names of filters become those of columns (orderRef: order_ref), those of the data do not.",
    apply(s) {
      compareFilters(s, (_held, wanted, key, { state }) => {
        const column = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        return sameJson(own(state, column), wanted);
      });
    },
  },
  "five-conditions": {
    title: "A query takes five conditions: further filters are dropped.",
    apply(s) {
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const taken: JsonObject = {};
        for (const key of Object.keys(filters).slice(0, 5)) put(taken, key, own(filters, key) ?? null);
        return matches(trace, taken, call);
      });
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
  "equal-values-one-filter": {
    title: "Of legacy filters that ask for the same value under two names, only the last is applied.",
    apply(s) {
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        if (call.face === "v2") return matches(trace, filters, call);
        const bound = new Map(Object.keys(filters).map((key) => [JSON.stringify(own(filters, key)), key]));
        return Array.from(bound.values()).every((key) => sameJson(own(trace.state, key), own(filters, key) ?? null));
      });
    },
  },
  "chunked-filters-unread": {
    title: "A legacy search whose body comes in chunks, without a length, is answered as if it had no filters.",
    apply(s) {
      around(s, "POST /trace/search/{}", (real) => (call, ...params) => {
        const unread = call.headers["content-length"] === undefined;
        return real(unread ? { ...call, body: () => Buffer.from('{"filters":{}}') } : call, ...params);
      });
    },
  },
  "filter-text-is-a-pattern": {
    title: "The text of a filter is a regular expression: one with a bracket or a plus sign does not find itself.",
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => {
          const [has, wanted] = [own(trace.state, key), own(filters, key) ?? null];
          if (typeof has !== "string" || typeof wanted !== "string") return sameJson(has, wanted);
          try {
            return new RegExp(`^(?:${wanted})$`, "u").test(has);
          } catch {
            throw new Refusal("invalid", "the filter cannot be read");
          }
        });
    },
  },
  "blank-filters": {
    title: "Filters of false, 0, null or empty text are passed over in searches: they find every trace.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) =>
        search(workflow, Object.fromEntries(Object.entries(filters).filter(([, value]) => Boolean(value))), call);
    },
  },
  "falsy-filters-ignored": {
    title: 'Filter values false, 0 and "" are ignored.',
    apply(s) {
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const kept = Object.entries(filters).filter(([, value]) => value !== false && value !== 0 && value !== "");
        return matches(trace, Object.fromEntries(kept), call);
      });
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
  "quote-breaks-query": {
    title: "A filter value with an apostrophe is answered by v2 with 500 and the text of a query.",
    apply(s) {
      onReply(s, "POST /v2/workflows/{}/traces/search", (reply, call) => {
        const asked = JSON.parse(call.body().toString("utf8")) as JsonObject;
        const filters = isObject(asked["filters"]) ? Object.values(asked["filters"]) : [];
        const quoted = filters.find((value) => typeof value === "string" && value.includes("'"));
        if (quoted === undefined) return reply;
        const error = `syntax error at or near "${String(quoted)}": SELECT id FROM traces WHERE state ->> 'a' = '…'`;
        return json({ error, data: null }, 500);
      });
    },
  },
  "filters-keyed-by-value": {
    title: "Of filters that have the same value only the last one counts.",
    apply(s) {
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const names = new Map(Object.entries(filters).map(([key, value]) => [JSON.stringify(value), key]));
        const kept: JsonObject = {};
        for (const key of names.values()) put(kept, key, own(filters, key) ?? null);
        return matches(trace, kept, call);
      });
    },
  },
  "search-by-name-unfiltered": {
    title: "A v2 search with the name of the workflow in the path gives all its traces, whatever the filters.",
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) => find(workflow, call.path[2] === workflow.name ? {} : filters, call);
    },
  },
  "last-two-filters": {
    title: "Of three filters and more only the last two are looked at.",
    apply(s) {
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const wanted: JsonObject = {};
        for (const key of Object.keys(filters).slice(-2)) wanted[key] = own(filters, key) ?? null;
        return matches(trace, wanted, call);
      });
    },
  },
  "filter-called-limit": {
    title: "A filter called limit or offset is none, but says how many traces to give, and from which on.",
    apply(s) {
      aroundStep(s, "search", (search) => (workflow, filters, call) => {
        const { limit, offset, ...others } = filters;
        const from = typeof offset === "number" ? offset : 0;
        const found = search(workflow, others, call);
        return found.slice(from, typeof limit === "number" ? from + limit : undefined);
      });
    },
  },
  "three-filters": {
    title: "Of the filters only the first three are used.",
    apply(s) {
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const used: JsonObject = {};
        for (const key of Object.keys(filters).slice(0, 3)) put(used, key, own(filters, key) ?? null);
        return matches(trace, used, call);
      });
    },
  },
};
