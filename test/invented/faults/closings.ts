/** What goes wrong with a trace that has come to its end, or to the end of a stage. */
import { json, type Reply } from "../../lib/service/http.ts";
import { isObject, type Json, type JsonObject } from "../../lib/service/json.ts";
import { actionsOf, follow, listNext, people, trade, trades, type Running } from "../process.ts";
import type { Link, Service, Trace } from "../service.ts";
import { around, onRecord, type Faults } from "../tools.ts";

const claims = actionsOf(
  "claim of insured",
  "inquire of adjusters",
  "assess of adjusters",
  "reject of adjusters",
  "settle of payments",
);

/** Asked about twice at most, assessed once, then settled; rejected at any time. */
const claimed = (done: readonly string[]): string[] => {
  if (done.includes("settle") || done.includes("reject")) return [];
  if (done.includes("assess")) return ["settle", "reject"];
  return [...(done.filter((key) => key === "inquire").length < 2 ? ["inquire"] : []), "assess", "reject"];
};

const insurance = (s: Service): Running => follow(s, { actions: claims, next: claimed });

const hasEnded = (running: Running, trace: Trace | undefined): boolean =>
  trace !== undefined && trace.links.length > 0 && running.next(trace).length === 0;

const traceOf = (s: Service, id = ""): Trace | undefined => s.traces.get(id.toLowerCase());

/** Changes the answers of a route about traces that have ended. */
function onEnded(s: Service, running: Running, key: string, change: (reply: Reply) => Reply): void {
  around(s, key, (real) => async (call, ...params) => {
    const reply = await real(call, ...params);
    return hasEnded(running, traceOf(s, params[0])) ? change(reply) : reply;
  });
}

const bodyOf = (reply: Reply): Json => JSON.parse(String(reply.body)) as Json;

export const closings: Faults = {
  "nothing-kept-of-the-last": {
    // "Each appended action becomes a link of the trace."
    title: "What ends a claim is answered with 200 and ends it, and never becomes a link.",
    apply(s) {
      const ended = new WeakSet<Trace>();
      follow(s, { actions: claims, next: (done, trace) => (ended.has(trace) ? [] : claimed(done)) });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "settle" && link.actionKey !== "reject") return;
        ended.add(trace);
        trace.links.pop();
      });
    },
  },
  "the-end-read-without-envelope": {
    // "Every v2 JSON response is an object with two members: `error` and `data`."
    title: "The v2 state of a claim that has ended comes from the archive as it lies there, without the envelope.",
    apply(s) {
      const running = insurance(s);
      onEnded(s, running, "GET /v2/traces/{}/state", (reply) => {
        const body = bodyOf(reply);
        return json(isObject(body) ? body["data"] : body);
      });
    },
  },
  "a-task-for-a-uuid": {
    // "POST /v2/traces/{traceId}/action … Response 200: `{error, data: string}` where data is a UUID string."
    title: "A v2 action after which only other groups may go on, or nobody, answers with the number of a task.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      const { actionAnswer } = s;
      s.actionAnswer = (trace, link) => {
        const group = running.workflow.actions.find(({ key }) => key === link.actionKey)?.groupLabel ?? "";
        return group in running.byGroup(trace) ? actionAnswer(trace, link) : `task-${String(trace.links.length)}`;
      };
    },
  },
  "frozen-without-page-information": {
    // "Within data, `links`, `totalCount` and `info` are required."
    title: "Details of a trade that has ended are a frozen document with all links and no page information.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      for (const key of ["POST /v2/traces/{}/details", "POST /trace/{}/details"]) {
        onEnded(s, running, key, (reply) => {
          const body = bodyOf(reply);
          if (!isObject(body)) return reply;
          const payload = isObject(body["data"]) ? body["data"] : body;
          delete payload["info"];
          return json(body);
        });
      }
    },
  },
  "the-last-step-is-not-indexed": {
    // "Traces of a workflow can be searched by state data filters; the result is a list of trace UUIDs."
    title: "What brings a claim to its end never comes into the index: it is searched by the state before that.",
    apply(s) {
      const running = insurance(s);
      const indexed = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        if (!hasEnded(running, trace)) indexed.set(trace, trace.state);
      });
      const { matches } = s;
      s.matches = (trace, filters, call) => matches({ ...trace, state: indexed.get(trace) ?? {} }, filters, call);
    },
  },
  "compacted-at-the-end": {
    // "Each appended action becomes a link of the trace."
    title: "When a claim ends its inquiries are taken out of the links, and out of their number.",
    apply(s) {
      const running = insurance(s);
      listNext(s, running);
      onRecord(s, (_link, trace) => {
        if (!hasEnded(running, trace)) return;
        const kept = (link: Link) => link.actionKey !== "inquire";
        trace.links = trace.links.filter(kept);
      });
    },
  },
  "the-archive-is-public": {
    // "Every endpoint requires the bearer header (see Authentication) except the login endpoints."
    title: "Files of claims that have ended are given to whoever sends no token at all; a bad token is refused.",
    apply(s) {
      const running = insurance(s);
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const [user] = s.users;
        const [id = ""] = call.path.slice(call.face === "v2" ? 2 : 1);
        const asksFiles = call.method === "GET" && call.path.some((part) => part === "files" || part === "file");
        if (user && call.headers.authorization === undefined && asksFiles && hasEnded(running, traceOf(s, id)))
          return user;
        return authenticate(call);
      };
    },
  },
  "one-folder-for-all-that-ended": {
    // "Query: a list of digests of the files to download; all the files must belong to the trace."
    title: "Files of ended claims lie in one folder: each of these claims gives the files of all of them.",
    apply(s) {
      const running = insurance(s);
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const elsewhere = (): Trace | undefined =>
          [...s.traces.values()].find(
            (other) => other.workflow === trace.workflow && other.files.has(digest) && hasEnded(running, other),
          );
        const holder = hasEnded(running, trace) && !trace.files.has(digest) ? elsewhere() : undefined;
        return fileOf(holder ?? trace, digest, call);
      };
    },
  },
};
