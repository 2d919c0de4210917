import type { Json } from "../../lib/service/json.ts";
import { listed } from "../duties.ts";
import { actionsOf, follow, present } from "../process.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Cut } from "../../lib/service/domain.ts";
import type { Claims, Link, Service, Trace } from "../service.ts";
import { onRecord, type Faults } from "../tools.ts";

/** A process whose state lists what might come before the last action, as long as so much time after it says so. */
function listOldOnes(s: Service, isOld: (sinceMs: number) => boolean): void {
  const running = follow(s, {
    actions: actionsOf("open of clerks", "check of clerks", "close of clerks", "note of clerks"),
    nextActions: listed,
    next(done) {
      if (done.includes("close")) return ["note"];
      return done.includes("check") ? ["close", "note"] : ["check", "note"];
    },
  });
  const kept = new WeakMap<Trace, { readonly old: Json; readonly now: Json; readonly at: number }>();
  onRecord(s, (_link, trace) => {
    const now = running.byGroup(trace);
    kept.set(trace, { old: kept.get(trace)?.now ?? now, now, at: Date.now() });
  });
  present(s, (data, trace) => {
    const { old = {}, now = {}, at = 0 } = kept.get(trace) ?? {};
    return { data, nextActions: isOld(Date.now() - at) ? old : now };
  });
}

/** What was kept under a key that says too little. */
export const caches: Faults = {
  // "`first` and `last` are the numbers of links to retrieve from the start or the end"
  "first-and-last-share-an-entry": {
    title: "Pages are kept by trace, size and cursors: the first three links are also given for the last three.",
    apply(s) {
      const { page } = s;
      const kept = new Map<string, Cut<Link>>();
      s.page = (links, args, trace, call) => {
        const { first, last, after, before } = args;
        if ((first === undefined) === (last === undefined)) return page(links, args, trace, call);
        const key = JSON.stringify([trace.id, links.length, first ?? last, after, before]);
        const known = kept.get(key) ?? page(links, args, trace, call);
        kept.set(key, known);
        return known;
      };
    },
  },
  // "response 200 `{state: object}`, the state data of the trace after the action"
  "append-answers-what-was-read": {
    title: "Whoever read the state and then appends through legacy gets the state that was read, without the action.",
    apply(s) {
      const { stateOf } = s;
      const read = new WeakMap<Trace, { state: Json; links: number }>();
      s.stateOf = async (trace, call) => {
        const state = await stateOf(trace, call);
        const known = read.get(trace);
        if (call.method === "POST" && known?.links === trace.links.length - 1) return known.state;
        if (call.method === "GET") read.set(trace, { state: structuredClone(state), links: trace.links.length });
        return state;
      };
    },
  },
  // "Access is by bearer token (JWT)"; "uses the email and password of a valid user"
  "token-known-by-its-beginning": {
    title: "Verified tokens are kept by their first sixty characters, so that one user is taken for another.",
    apply(s) {
      const { verifyToken } = s;
      const kept = new Map<string, Claims>();
      s.verifyToken = async (token, call) => {
        const key = token.slice(0, 60);
        const claims = kept.get(key) ?? (await verifyToken(token, call));
        if (claims) kept.set(key, claims);
        return claims;
      };
    },
  },
  // "POST /v2/traces: create a trace": nothing else does
  "looked-up-once-exists": {
    title: "A trace id that nobody created is refused once; from then on it is an empty trace.",
    apply(s) {
      const { findTrace } = s;
      const empty = new Map<string, Trace>();
      s.findTrace = (user, id, call) => {
        const known = empty.get(id.toLowerCase());
        if (known) return known;
        try {
          return findTrace(user, id, call);
        } catch (error) {
          const workflow = s.workflows.find(({ organization }) => organization === user.organization);
          if (workflow && error instanceof Refusal && error.kind === "missing") {
            empty.set(id.toLowerCase(), { ...s.newTrace(workflow), id });
          }
          throw error;
        }
      };
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
  // "Retrieve trace state": what it lists is no longer so, and what is taken shows it
  "old-list-comes-back": {
    title: "From a second after an action on, the state lists again what might come before it; what is taken is right.",
    apply(s) {
      listOldOnes(s, (sinceMs) => sinceMs > 1000);
    },
  },
  "list-lags-behind": {
    title: "For two seconds after an action the state lists what might come before it; what is taken is right at once.",
    apply(s) {
      listOldOnes(s, (sinceMs) => sinceMs < 2000);
    },
  },
};
