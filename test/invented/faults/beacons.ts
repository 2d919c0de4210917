import { own, put, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { Service, Trace } from "../service.ts";
import { onRecord, type Faults } from "../tools.ts";

/** Replaces how one filter is compared with the state. */
function compare(s: Service, same: (held: Json | undefined, wanted: Json, key: string, trace: Trace) => boolean): void {
  s.matches = (trace, filters) =>
    Object.keys(filters).every((key) => same(own(trace.state, key), own(filters, key) ?? null, key, trace));
}

const withoutPadding = (value: Json | undefined): Json | undefined =>
  typeof value === "string" ? value.replace(/ +$/, "") : value;

export const beacons: Faults = {
  "filters-in-snake-case": {
    title: "The names of filters become those of columns (orderRef: order_ref), those of the data do not.",
    apply(s) {
      compare(s, (_held, wanted, key, { state }) => {
        const column = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        return sameJson(own(state, column), wanted);
      });
    },
  },
  "padded-with-spaces": {
    title: "Texts are compared as if filled up with spaces: what stands at the end makes no difference.",
    awaits: "whether texts that differ in outer blanks alone are equal is left open",
    apply(s) {
      compare(s, (held, wanted) => sameJson(withoutPadding(held), withoutPadding(wanted) ?? null));
    },
  },
  "routed-by-group": {
    title: "Each group writes to a shard of its own, where the state that it left stays in the index.",
    apply(s) {
      const shards = new WeakMap<Trace, Map<string, JsonObject>>();
      onRecord(s, ({ groupLabel }, trace) => {
        const documents = shards.get(trace) ?? new Map<string, JsonObject>();
        documents.set(groupLabel, trace.state);
        shards.set(trace, documents);
      });
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        [...(shards.get(trace)?.values() ?? [])].some((state) => matches({ ...trace, state }, filters, call));
    },
  },
  "versions-in-seconds": {
    title: "The index takes a state whose second is later than that of the one it has: a second action in it is lost.",
    apply(s) {
      const documents = new WeakMap<Trace, { second: number; state: JsonObject }>();
      onRecord(s, (_link, trace) => {
        const second = Math.floor(Date.now() / 1000);
        if (second > (documents.get(trace)?.second ?? 0)) documents.set(trace, { second, state: trace.state });
      });
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: documents.get(trace)?.state ?? {} }, filters, call);
    },
  },
  "a-hundred-fields": {
    title: "The index of a workflow has a hundred fields: what comes under the hundred and first name is not found.",
    apply(s) {
      const fields = new Map<string, Set<string>>();
      onRecord(s, ({ data }, { workflow }) => {
        const known = fields.get(workflow.id) ?? new Set<string>();
        fields.set(workflow.id, known);
        for (const key of Object.keys(data)) if (known.size < 100) known.add(key);
      });
      compare(
        s,
        (held, wanted, key, { workflow }) => fields.get(workflow.id)?.has(key) === true && sameJson(held, wanted),
      );
    },
  },
  "filters-on-columns": {
    title: "A filter named as a column of the table (id, name, status, version, owner) is compared with that column.",
    apply(s) {
      const columns = (trace: Trace): JsonObject => ({
        id: trace.id,
        name: trace.workflow.name,
        status: "ACTIVE",
        version: trace.links.length,
        owner: trace.links[0]?.author ?? null,
      });
      compare(s, (held, wanted, key, trace) => sameJson(own(columns(trace), key) ?? held, wanted));
    },
  },
  "last-shard": {
    title: "The sixteenth shard is left out of every search: traces whose id begins with f are not found.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) => search(workflow, filters, call).filter((id) => !id.startsWith("f"));
    },
  },
  "five-conditions": {
    title: "A query takes five conditions: further filters are dropped.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const taken: JsonObject = {};
        for (const key of Object.keys(filters).slice(0, 5)) put(taken, key, own(filters, key) ?? null);
        return matches(trace, taken, call);
      };
    },
  },
  "removed-stays-removed": {
    title: "A value that was replaced is marked as removed in the index, and is not found when it comes back.",
    apply(s) {
      const last = new WeakMap<Trace, JsonObject>();
      const removed = new WeakMap<Trace, Set<string>>();
      const entry = (key: string, value: Json | undefined) => JSON.stringify([key, value ?? null]);
      onRecord(s, (_link, trace) => {
        const former = last.get(trace) ?? {};
        const marks = removed.get(trace) ?? new Set<string>();
        for (const key of Object.keys(former)) {
          const value = own(former, key);
          if (!sameJson(value, own(trace.state, key) ?? null)) marks.add(entry(key, value));
        }
        removed.set(trace, marks);
        last.set(trace, trace.state);
      });
      compare(
        s,
        (held, wanted, key, trace) => sameJson(held, wanted) && removed.get(trace)?.has(entry(key, held)) !== true,
      );
    },
  },
};
