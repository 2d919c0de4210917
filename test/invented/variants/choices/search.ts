/** What filters mean, how late an index is, and in which order traces are found. */
import { randomInt, randomUUID } from "node:crypto";
import { isObject, type Json, type JsonObject, own, sameJson } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { keepColumns } from "../../changes/columns.ts";
import { indexLater } from "../../habits.ts";
import type { Trace } from "../../service.ts";
import {
  aroundStep,
  changeResult,
  after,
  beforehand,
  before,
  onEveryAnswer,
  onRecord,
  pause,
  type Variants,
} from "../../tools.ts";

const open = "The child attributes of filters are not shown";

/** The value at a dotted path; a member whose own name has dots goes first. */
function at(value: Json | undefined, path: string): Json | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return own(value, path);
  const dot = path.indexOf(".");
  return dot === -1 ? undefined : at(own(value, path.slice(0, dot)), path.slice(dot + 1));
}

/** Containment as PostgreSQL has it (jsonb @>): of arrays too, in any order. */
function holds(whole: Json | undefined, part: Json): boolean {
  if (Array.isArray(part)) return Array.isArray(whole) && part.every((one) => whole.some((item) => holds(item, one)));
  if (!isObject(part)) return sameJson(whole, part);
  return isObject(whole) && Object.keys(part).every((key) => holds(own(whole, key), own(part, key) ?? null));
}

export const search: Variants = {
  "market-day": {
    title:
      "Thousands of earlier traces, others that begin and act all the time, the newest first, searches at leisure.",
    why: "Other people work in the same workflows; the order of what is found and how long it takes are not shown.",
    apply(s) {
      const stall = (trace: Trace, actionKey: string, data: JsonObject): void => {
        const groupLabel = trace.workflow.actions.find(({ key }) => key === actionKey)?.groupLabel ?? "";
        trace.links.push({ id: randomUUID(), actionKey, groupLabel, author: "mira@nordwind.example", data, files: [] });
        trace.state = s.merge(trace, data, { face: "v2" } as Parameters<typeof s.merge>[2]);
      };
      const recent: Trace[] = [];
      const open = (number: number): void => {
        const workflow = s.workflows[number % 2];
        if (!workflow) return;
        const trace = s.newTrace(workflow);
        const amount = ((number * 37) % 900) / 4;
        stall(trace, workflow.actions[0]?.key ?? "", { stall: `S-${String(number)}`, amount, open: number % 3 > 0 });
        s.traces.set(trace.id, trace);
        recent.unshift(trace);
        recent.length = Math.min(recent.length, 20);
      };
      let number = 0;
      for (; number < 4000; number += 1) open(number);
      let asked = Date.now();
      setInterval(() => {
        if (asked < Date.now() - 60_000) return;
        open((number += 1));
        const older = recent.at(number % recent.length);
        if (older) stall(older, older.workflow.actions[1]?.key ?? "", { note: `seen ${String(number)}` });
      }, 90).unref();
      changeResult(s, "search", (found) => found.reverse());
      before(s, (_call, key) => {
        asked = Date.now();
        return key.includes("search") ? pause(120) : undefined;
      });
    },
  },
  "found-in-any-order": {
    title: "A search gives its results in another order each time.",
    why: "The result is a list of UUIDs; its order is not said, and what several shards answer comes as it comes.",
    apply(s) {
      after(s, "search", (found) => {
        for (let at = found.length - 1; at > 0; at -= 1) {
          found.splice(at, 0, ...found.splice(randomInt(at + 1), 1));
        }
      });
    },
  },
  "late-newest-first": {
    title: "Searches know what happened a second ago, and give the newest first; every answer closes the connection.",
    why: "The order of what is found, and when an action can be found, are not shown; nor is what becomes of connections.",
    apply(s) {
      const known = new WeakMap<Trace, { state: JsonObject; at: number }[]>();
      onRecord(s, (_link, trace) => {
        known.set(trace, [...(known.get(trace) ?? []), { state: trace.state, at: Date.now() }]);
      });
      s.matches = (trace, filters) => {
        const indexed = known.get(trace)?.findLast(({ at }) => at <= Date.now() - 1000);
        return (
          indexed !== undefined &&
          Object.keys(filters).every((key) => sameJson(own(indexed.state, key), own(filters, key) ?? null))
        );
      };
      changeResult(s, "search", (found) => found.reverse());
      onEveryAnswer(s, (reply) => ({ ...reply, headers: { ...reply.headers, Connection: "close" } }));
    },
  },
  "search-by-columns-and-data": {
    title:
      "The state has id, type, name, owner, phase and number of the case beside the data. A filter by one of these names " +
      "finds by them, any other by the data; a text for the number is refused.",
    why: `${open}; a register has columns, and one document for all that the forms bring.`,
    apply(s) {
      keepColumns(s);
      beforehand(s, "search", (_workflow, filters) => {
        if (Object.hasOwn(filters, "number") && typeof filters["number"] !== "number")
          throw new Refusal("invalid", "the number of a case is a number");
      });
    },
  },
  "search-by-paths": {
    title:
      "Filters name paths from the root of the state, data.x or data.x.y; other names are refused with 422. The state " +
      "has the data in data, beside a count of the actions, and search is 300 ms behind.",
    why: `${open}, nor the keys of the state; a path says the same in an address, in a filter and in an index.`,
    apply(s) {
      s.statuses.invalid = 422;
      const indexed = new Map<string, JsonObject>();
      onRecord(s, (_link, { id, state, links }) => {
        const now: JsonObject = { data: state, actions: links.length };
        void pause(300).then(() => indexed.set(id, now));
      });
      s.stateOf = (trace) => ({ data: trace.state, actions: trace.links.length });
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => sameJson(at(indexed.get(trace.id), key), own(filters, key) ?? null));
      beforehand(s, "search", (_workflow, filters) => {
        for (const key of Object.keys(filters)) {
          if (key !== "actions" && !key.startsWith("data."))
            throw new Refusal("invalid", `no path of the state: ${key}`);
        }
      });
    },
  },
  "search-by-name-only": {
    title:
      "The v2 search knows a workflow by its name alone, in any case, and answers its id with 404; the legacy search " +
      "knows the id alone. The newest traces come first.",
    why: "The v2 path parameter is described as the name of the workflow, and the order of the ids is not shown.",
    apply(s) {
      aroundStep(s, "findWorkflow", (findWorkflow) => (user, which, call) => {
        if (call.face !== "v2" || call.path.at(-1) !== "search") return findWorkflow(user, which, call);
        const named = s.workflows.find(({ name }) => name.toLowerCase() === which.toLowerCase());
        if (!named) throw new Refusal("missing", "no workflow has this name");
        return findWorkflow(user, named.id, call);
      });
      changeResult(s, "search", (found) => found.toReversed());
    },
  },
  "search-index-refreshed": {
    title:
      "The search index is refreshed every 1.2 seconds, so that what was written just before is found at once and what " +
      "was written just after it late; traces come in the order of their ids.",
    why: "The interface does not say when a write is found, nor the order; search engines refresh by the clock.",
    apply(s) {
      const every = 1200;
      const versions = new Map<string, { at: number; trace: Trace }[]>();
      onRecord(s, (_link, trace) => {
        versions.set(trace.id, [...(versions.get(trace.id) ?? []), { at: Date.now(), trace: { ...trace } }]);
      });
      s.search = (workflow, filters, call) => {
        const refreshed = Math.floor(Date.now() / every) * every;
        return [...versions.values()]
          .flatMap((list) => list.findLast(({ at }) => at < refreshed)?.trace ?? [])
          .filter((trace) => trace.workflow === workflow && s.matches(trace, filters, call))
          .map((trace) => trace.id)
          .sort();
      };
    },
  },
  "search-by-containment": {
    title:
      "A filter finds the states that contain it: an object the objects with these members and more, an array the " +
      "arrays with these items in any order, and the empty filter everything.",
    why: `${open}; it is what the containment operator of a database for JSON does.`,
    apply(s) {
      s.matches = (trace, filters) => holds(trace.state, filters);
    },
  },
  "lagging-search": {
    title: "Search answers from an index that is 700 ms behind, and lists the traces changed last first.",
    why: "The interface does not say when a search finds what was written, nor in which order; indexes follow the store.",
    apply(s) {
      const index = new Map<string, Trace>();
      after(s, "record", (result) => {
        const snapshot = { ...result.trace };
        void pause(700).then(() => {
          index.delete(snapshot.id);
          index.set(snapshot.id, snapshot);
        });
      });
      s.search = (workflow, filters, call) =>
        [...index.values()]
          .reverse()
          .filter((trace) => trace.workflow === workflow && s.matches(trace, filters, call))
          .map((trace) => trace.id);
    },
  },
  "found-in-no-order": {
    title: "Searches know what is a second old, and give the traces in another order each time.",
    why: "Neither an order of the ids is promised nor that a search follows an action at once.",
    apply(s) {
      indexLater(s, 1000);
      changeResult(s, "search", (found) =>
        found
          .map((id) => ({ id, place: Math.random() }))
          .sort((a, b) => a.place - b.place)
          .map(({ id }) => id),
      );
    },
  },
  "v2-searches-by-name": {
    title: "The v2 search knows workflows by their name alone, the legacy one by their id alone.",
    why: "The page describes the one parameter as the name of the workflow, the other as its UUID.",
    apply(s) {
      after(s, "findWorkflow", (found, _user, which, call) => {
        if (call.face === "v2" && call.path.at(-1) === "search" && found.name !== which) {
          throw new Refusal("missing", "no workflow of this name");
        }
      });
    },
  },
};
