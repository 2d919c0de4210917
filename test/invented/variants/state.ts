import { contains, deepMerge, own, put, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { Link, Service, Trace } from "../service.ts";
import { sorted, type Variants } from "../tools.ts";

const open = "The keys and values of the state are not shown";

/** Searches among what the state shows, nested filters by containment. */
function searchShown(s: Service, shown: (trace: Trace) => JsonObject): void {
  s.stateOf = shown;
  s.matches = (trace, filters) => contains(shown(trace), filters);
}

/** What each member of the data was set to, link by link. */
function settings(trace: Trace): Map<string, { value: Json; link: Link; number: number }[]> {
  const members = new Map<string, { value: Json; link: Link; number: number }[]>();
  for (const [index, link] of trace.links.entries()) {
    for (const key of Object.keys(link.data)) {
      const set = { value: own(link.data, key) ?? null, link, number: index + 1 };
      members.set(key, [...(members.get(key) ?? []), set]);
    }
  }
  return members;
}

export const state: Variants = {
  "state-by-action": {
    title:
      "The state holds a member for each action key (by:draft, …), and in it the data given with that action; filters are nested " +
      "like the state.",
    why: `${open}, nor the children of filters; the forms of a workflow may share names without getting mixed up.`,
    apply(s) {
      searchShown(s, (trace) => {
        const state: JsonObject = { lastAction: trace.links.at(-1)?.actionKey ?? "" };
        for (const link of trace.links) {
          const former = own(state, `by:${link.actionKey}`);
          put(state, `by:${link.actionKey}`, { ...(former as JsonObject | undefined), ...link.data });
        }
        return state;
      });
    },
  },
  "state-as-members": {
    title:
      "The state is a list of members, sorted by name, each with its value as the data gave it and the action that " +
      "set it; filters name the members.",
    why: `${open}; a list of name and value is what a table of attributes gives.`,
    apply(s) {
      s.stateOf = (trace) => ({
        members: [...settings(trace)]
          .map(([name, sets]): JsonObject => {
            const last = sets.at(-1);
            return { name, value: last?.value ?? null, action: last?.link.actionKey ?? "" };
          })
          .sort((a, b) => (String(a["name"]) < String(b["name"]) ? -1 : 1)),
      });
    },
  },
  "last-three-whole": {
    title:
      "The state holds the data of the last three actions whole, the newest first, and how many there were; filters " +
      "ask for the revision or for members of the newest of these data that has them.",
    why: `${open}; a screen shows the latest changes, and the links have the rest.`,
    apply(s) {
      const latest = (trace: Trace) => trace.links.slice(-3).reverse();
      s.stateOf = (trace) => ({ revision: trace.links.length, latest: latest(trace).map(({ data }) => data) });
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => {
          const wanted = own(filters, key) ?? null;
          const holder = latest(trace).find(({ data }) => Object.hasOwn(data, key));
          return holder ? sameJson(own(holder.data, key), wanted) : key === "revision" && wanted === trace.links.length;
        });
    },
  },
  "state-as-text": {
    title:
      "The state holds the data as one JSON text with its members sorted, beside a revision; search takes data.x as " +
      "well as x, and the links give no data.",
    why: `${open}, nor the fields of a link; a store with a column for documents hands out the column.`,
    apply(s) {
      s.stateOf = (trace) => ({ revision: trace.links.length, document: JSON.stringify(sorted(trace.state)) });
      s.linkView = ({ data, ...link }) => ({ ...link, members: Object.keys(data).length });
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        Object.keys(filters).every((key) => {
          const name = key.startsWith("data.") && !Object.hasOwn(trace.state, key) ? key.slice(5) : key;
          const one: JsonObject = {};
          put(one, name, own(filters, key) ?? null);
          return matches(trace, one, call);
        });
    },
  },
  "state-with-past": {
    title:
      "Each member of the state is an object: its value, the revision that set it, by whom, and the value before, " +
      "where there was one.",
    why: `${open}; auditors ask of each value since when it holds and what it was.`,
    apply(s) {
      s.stateOf = (trace) => {
        const state: JsonObject = {};
        for (const [name, sets] of settings(trace)) {
          const [last, before] = [sets.at(-1), sets.at(-2)];
          if (!last) continue;
          const past: JsonObject = before ? { was: before.value } : {};
          put(state, name, { value: last.value, revision: last.number, author: last.link.author, ...past });
        }
        return state;
      };
    },
  },
  "sorted-deep-merge": {
    title:
      "Data are merged into the state at every depth, and all JSON comes with the members of its objects sorted, also " +
      "in the envelope, where data precedes error.",
    why: `${open}, and the members of a JSON object have no order; a store of binary JSON sorts them.`,
    apply(s) {
      s.merge = (trace, data) => deepMerge(trace.state, data) as JsonObject;
      const { ok } = s;
      s.ok = (call, data) => {
        const reply = ok(call, data);
        return { ...reply, body: JSON.stringify(sorted(JSON.parse(String(reply.body)) as Json)) };
      };
    },
  },
  "last-data-alone": {
    title:
      "The state is the data of the last action that had any, and what others set before is gone from it; a link " +
      "gives its data under an address of the service's own.",
    why: `${open}; every action of such a service sends its whole form, so that the last one is the truth.`,
    apply(s) {
      s.merge = (trace, data) => (Object.keys(data).length === 0 ? trace.state : data);
      s.linkView = ({ data, id, ...link }) => ({
        "@id": `urn:uuid:${id}`,
        ...link,
        "https://nordwind.example/terms#content": data,
      });
    },
  },
  "computed-state": {
    title: "The state holds nothing of the data, only what the service computed; search filters on that.",
    why: "The keys and values of the state are not shown; a register of cases tells how far a case is, not what is in it.",
    apply(s) {
      const computed = (trace: Trace): JsonObject => ({
        phase: trace.links.at(-1)?.actionKey ?? "",
        steps: trace.links.length,
        documents: trace.files.size,
        settled: trace.links.some((link) => link.actionKey === "settle"),
      });
      s.stateOf = computed;
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => sameJson(own(computed(trace), key), own(filters, key) ?? null));
    },
  },
};
