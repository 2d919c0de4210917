/** What a state shows of the data. */
import {
  contains,
  deepMerge,
  isObject,
  type Json,
  type JsonObject,
  own,
  put,
  sameJson,
} from "../../../lib/service/json.ts";
import { laggingReads, readLater } from "../../changes/late.ts";
import { momentsOfLinks, typedMembers } from "../../changes/states.ts";
import { compute, present } from "../../process.ts";
import type { Link, Service, Trace } from "../../service.ts";
import { changeResult, onRecord, sorted, type Variants } from "../../tools.ts";

/** All values that stand under this name, however deep. */
function underName(value: Json, name: string): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => underName(item, name));
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const member = own(value, key) ?? null;
    return [...(key === name ? [member] : []), ...underName(member, name)];
  });
}

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

export const states: Variants = {
  "values-with-their-origin": {
    title: "The state shows each member with its value, when and by what action it came, and a number of the revision.",
    why: "Keys and values of the state are not shown; whoever must answer for data keeps where it comes from.",
    apply(s) {
      const { note, of } = momentsOfLinks();
      onRecord(s, note);
      s.linkView = (link) => ({ ...link, at: of(link) });
      const origin = (trace: Trace, key: string): JsonObject => {
        const link = trace.links.findLast(({ data }) => Object.hasOwn(data, key));
        return { value: own(trace.state, key) ?? null, since: link ? of(link) : "", by: link?.actionKey ?? "" };
      };
      s.stateOf = (trace) => {
        const values: JsonObject = {};
        for (const key of Object.keys(trace.state)) put(values, key, origin(trace, key));
        return { revision: trace.links.length, values };
      };
    },
  },
  "shelved-by-action": {
    title: "The state keeps the latest data of each action under its key, and filters look under a name at any depth.",
    why: "What the state holds is not shown, nor what may stand in filters besides keys and values of it.",
    apply(s) {
      s.merge = (trace) => trace.state;
      onRecord(s, ({ actionKey, data }, trace) => {
        const state = { ...trace.state };
        put(state, actionKey, data);
        trace.state = state;
      });
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) =>
          underName(trace.state, key).some((value) => sameJson(value, own(filters, key) ?? null)),
        );
    },
  },
  "state-of-histories": {
    title: "The state has, for each key, all the values it ever had, the last one first.",
    why: "Keys and values of the state are not shown; who audits wants the former values too.",
    apply(s) {
      present(s, (_data, trace) => {
        const fields: JsonObject = {};
        trace.links.forEach(({ data }, at) => {
          for (const key of Object.keys(data)) {
            const former = own(fields, key);
            const values: Json[] = Array.isArray(former) ? former : [];
            put(fields, key, [{ step: at + 1, value: own(data, key) ?? null }, ...values]);
          }
        });
        return { revision: trace.links.length, fields };
      });
    },
  },
  "members-with-their-origin": {
    title: "Each member of the state is an object of its value, who set it, and how often it has been set.",
    why: "Keys and values of the state are not shown; a register keeps the origin beside the value.",
    apply(s) {
      s.stateOf = (trace) => {
        const shown: JsonObject = {};
        for (const key of Object.keys(trace.state)) {
          const setting = trace.links.filter(({ data }) => Object.hasOwn(data, key));
          const by = setting.at(-1)?.author ?? null;
          put(shown, key, { value: own(trace.state, key) ?? null, by, revisions: setting.length });
        }
        return shown;
      };
    },
  },
  "state-with-a-revision": {
    title: "The state has the data under form, beside the id of the trace, a revision and the latest action.",
    why: "The keys and values of the state are not shown; its readers want to know how new it is.",
    apply(s) {
      present(s, (form, trace) => ({
        trace: trace.id,
        revision: trace.links.length,
        latest: { action: trace.links.at(-1)?.actionKey ?? null, by: trace.links.at(-1)?.author ?? null },
        form,
      }));
    },
  },
  "typed-values": {
    title:
      "The state and the data of links have every value with its type: { amount: { N: '42' } }; filters are plain.",
    why: "Keys and values of the state and fields of a link are not shown; so the store gives its records.",
    apply(s) {
      present(s, (state) => typedMembers(state));
      s.linkView = (link) => typedMembers({ ...link });
    },
  },
  "linked-data": {
    title: "State and links are JSON-LD: members have a prefix, values are objects, and files are named by URNs.",
    why: "Keys and values of the state and fields of a link are not shown; archives want it so.",
    apply(s) {
      const context = { "@vocab": "https://nordwind.example/terms#", prov: "http://www.w3.org/ns/prov#" };
      const terms = (data: JsonObject): JsonObject => {
        const named: JsonObject = {};
        for (const key of Object.keys(data)) put(named, `terms:${key}`, { "@value": own(data, key) ?? null });
        return named;
      };
      present(s, (state, trace) => ({ "@context": context, "@id": `urn:uuid:${trace.id}`, ...terms(state) }));
      s.linkView = (link) => ({
        "@context": context,
        "@id": `urn:uuid:${link.id}`,
        "@type": ["prov:Activity", `terms:${link.actionKey}`],
        "prov:wasAssociatedWith": { "@id": `mailto:${link.author}` },
        "prov:value": terms(link.data),
        "prov:used": link.files.map((file) => ({
          "@id": `urn:sha-256:${String(own(file, "digest"))}`,
          "prov:label": own(file, "name") ?? null,
        })),
      });
    },
  },
  "state-in-capitals": {
    title:
      "The state shows what was sent under other names, texts shortened to a preview; links show an id and a time.",
    why: "The state is computed by the workflow, with renamed and derived members; fields of a link are not shown.",
    apply(s) {
      const times = new Map<string, string>();
      onRecord(s, ({ id }) => times.set(id, new Date().toISOString()));
      s.linkView = ({ id, files }) => ({ id, at: times.get(id) ?? null, files });
      compute(s, (trace) => {
        const state: JsonObject = {};
        for (const { data } of trace.links) {
          for (const [key, value] of Object.entries(data)) {
            put(
              state,
              `F_${key.toUpperCase()}`,
              typeof value === "string" ? `${Array.from(value).slice(0, 8).join("")}…` : typeof value,
            );
          }
        }
        return state;
      });
    },
  },
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
      changeResult(s, "ok", (reply) => ({
        ...reply,
        body: JSON.stringify(sorted(JSON.parse(String(reply.body)) as Json)),
      }));
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
  "reads-lag": {
    title:
      "State, links and files are read from a replica that is 150 ms behind; who writes is answered from the newest.",
    why: "Nothing says when a write is seen by a read; replicas that lag are part of life.",
    apply: laggingReads,
  },
  "reads-lag-untold": {
    title: "State, links and files are read from a replica that is 150 ms behind, of which the owner says nothing.",
    why: "Nothing says when a write is seen by a read; replicas that lag are part of life.",
    apply: readLater,
  },
};
