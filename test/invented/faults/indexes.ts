import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { Trace } from "../service.ts";
import { onRecord, type Faults } from "../tools.ts";

const texts = (value: Json | undefined): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
};

/** What a search goes through in place of the states. Of all: "Traces of a workflow can be searched by state data filters". */
export const indexes: Faults = {
  "long-texts-not-indexed": {
    title: "Texts of more than 255 characters are kept, but no search finds them.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) && texts(filters).every((text) => text.length <= 255);
    },
  },
  "first-bytes-of-a-text": {
    title: "The index holds the first 64 characters of a text: what differs behind them is found too.",
    apply(s) {
      const beginning = (value: Json | undefined): Json | undefined =>
        typeof value === "string" ? value.slice(0, 64) : value;
      s.matches = (trace, filters) =>
        Object.keys(filters).every(
          (key) => JSON.stringify(beginning(own(trace.state, key))) === JSON.stringify(beginning(own(filters, key))),
        );
    },
  },
  "single-precision": {
    title: "The index holds numbers in single precision, the filter is in double: 0.1 is not found.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) &&
        Object.values(filters).every((value) => typeof value !== "number" || Math.fround(value) === value);
    },
  },
  "overwritten-values-stay": {
    title: "What a later action replaced in the state is still found under its old value.",
    apply(s) {
      const { matches } = s;
      const before = new WeakMap<Trace, JsonObject[]>();
      onRecord(s, (_link, trace) => {
        before.set(trace, [...(before.get(trace) ?? []), structuredClone(trace.state)]);
      });
      s.matches = (trace, filters, call) =>
        [trace.state, ...(before.get(trace) ?? [])].some((state) => matches({ ...trace, state }, filters, call));
    },
  },
  "one-hit-for-equal-states": {
    title: "Hits are grouped by their state: of two traces with the same data, only the first is found.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) => {
        const seen = new Set<string>();
        return search(workflow, filters, call).filter((id) => {
          const text = JSON.stringify(s.traces.get(id)?.state);
          const isNew = !seen.has(text);
          seen.add(text);
          return isNew;
        });
      };
    },
  },
  "only-the-newest-member": {
    title: "An action indexes the members that are new in the state; one that it replaces is found no more.",
    apply(s) {
      const { merge, matches } = s;
      const replaced = new WeakMap<Trace, Set<string>>();
      s.merge = (trace, data, call) => {
        const names = replaced.get(trace) ?? new Set<string>();
        for (const key of Object.keys(data)) if (own(trace.state, key) !== undefined) names.add(key);
        replaced.set(trace, names);
        return merge(trace, data, call);
      };
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) && !Object.keys(filters).some((key) => replaced.get(trace)?.has(key));
    },
  },
};
