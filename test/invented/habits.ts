/** What deployed services do around a process: bounds, lags, and links or traces by their own hand. */
import { randomUUID } from "node:crypto";
import type { Json, JsonObject } from "../lib/service/json.ts";
import { Refusal } from "../lib/service/refusal.ts";
import type { Link, Service, Trace } from "./service.ts";
import { aroundStep, around, before, onRecord, onRefusal, pause } from "./tools.ts";

const appends = ["POST /trace/{}/link", "POST /v2/traces/{}/action"] as const;

/** So many requests at once with one token, and so many more a second; others are told to come again in a second. */
export function bucket(s: Service, burst: number, perSecond: number): void {
  const allowances = new Map<string, { left: number; at: number }>();
  before(s, (call) => {
    const who = call.headers.authorization ?? call.connection;
    const at = Date.now();
    const former = allowances.get(who) ?? { left: burst, at };
    const left = Math.min(burst, former.left + ((at - former.at) / 1000) * perSecond);
    allowances.set(who, { left: left < 1 ? left : left - 1, at });
    if (left < 1) throw new Refusal("busy", "too many requests");
  });
  onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
}

/** So many of these requests in flight, each for some milliseconds; others are refused as busy. */
export function inFlight(s: Service, most: number, ms: number, keys = Object.keys(s.routes)): void {
  let open = 0;
  for (const key of keys) {
    around(s, key, (real) => async (call, ...params) => {
      if (open >= most) throw new Refusal("busy", "too many requests in flight");
      open += 1;
      try {
        await pause(ms);
        return await real(call, ...params);
      } finally {
        open -= 1;
      }
    });
  }
}

/** No more than so many actions in flight. */
export const actionsInFlight = (s: Service, most: number, ms: number): void => {
  inFlight(s, most, ms, ["POST /trace", "POST /v2/traces", ...appends]);
};

/** Who comes to a trace while an action on it is being done is turned away with 409. */
export function oneWriter(s: Service, turnedAway: (id: string) => void = () => undefined): void {
  s.statuses.busy = 409;
  const locked = new Set<string>();
  for (const key of appends) {
    around(s, key, (real) => async (call, id = "") => {
      if (locked.has(id)) {
        turnedAway(id);
        throw new Refusal("busy", "the trace is being changed by another request");
      }
      locked.add(id);
      try {
        await pause(4);
        return await real(call, id);
      } finally {
        locked.delete(id);
      }
    });
  }
}

/** Searches answer from an index that is so far behind. */
export function indexLater(s: Service, ms: number): void {
  const index = new Map<string, Trace>();
  onRecord(s, (_link, trace) => {
    const snapshot = { ...trace };
    void pause(ms).then(() => index.set(snapshot.id, snapshot));
  });
  s.search = (workflow, filters, call) =>
    [...index.values()]
      .filter((trace) => trace.workflow === workflow && s.matches(trace, filters, call))
      .map(({ id }) => id);
}

/** The state that is read may be so many milliseconds old; answers to actions are new. */
export function rememberStates(s: Service, ms: number): void {
  s.told.limits = { readLagMs: ms + 100 };
  const kept = new Map<string, { state: Json; at: number }>();
  aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
    if (call.method === "POST") return stateOf(trace, call);
    const key = `${trace.id} ${call.headers.authorization ?? ""}`;
    const known = kept.get(key);
    if (known && known.at > Date.now() - ms) return known.state;
    const state = structuredClone(await stateOf(trace, call));
    kept.set(key, { state, at: Date.now() });
    return state;
  });
}

/** A link by the hand of the service. */
export const ownLink = (actionKey: string, data: JsonObject): Link => ({
  id: randomUUID(),
  actionKey,
  groupLabel: "system",
  author: "system",
  data,
  files: [],
});

/** After some actions the service begins a trace of its own, which says where it comes from. */
export function spawn(s: Service, when: (link: Link) => boolean): { last: () => Trace | undefined } {
  let last: Trace | undefined;
  onRecord(s, (link, trace) => {
    if (!when(link)) return;
    const child = s.newTrace(trace.workflow);
    const data: JsonObject = { parent: trace.id, part: trace.links.length };
    child.links.push(ownLink("deliver", data));
    child.state = data;
    s.traces.set(child.id, child);
    last = child;
  });
  return { last: () => last };
}

/** The pages that one gets without naming a size differ between the endpoint sets. */
export function defaultPages(s: Service, v2: number, legacy: number): void {
  const { page } = s;
  s.page = (links, args, trace, call) =>
    page(
      links,
      args.first === undefined && args.last === undefined ? { ...args, first: call.face === "v2" ? v2 : legacy } : args,
      trace,
      call,
    );
}
