import { gzipSync } from "node:zlib";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Service, Trace } from "../service.ts";
import { around, before, onEveryAnswer, onRecord, pause, type Variants } from "../tools.ts";

/** Members and texts as another serialiser writes them: nothing but ASCII, with line breaks and indents. */
const asciiJson = (text: string): string =>
  JSON.stringify(JSON.parse(text), null, 3).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** JSON in ASCII, compressed and in chunks. */
function otherTransport(s: Service): void {
  onEveryAnswer(s, (reply, call) => {
    if (typeof reply.body !== "string") return { ...reply, chunked: true };
    const text = `\n${asciiJson(reply.body)}\n`;
    const type = reply.status >= 400 ? "application/problem+json" : 'Application/JSON;charset="UTF-8"';
    const headers = { ...reply.headers, "Content-Type": type, Vary: "*", "X-Request-Id": 'a,b;c="d"' };
    const packed = /\bgzip\b/.test(String(call.headers["accept-encoding"] ?? ""));
    return packed
      ? { ...reply, headers: { ...headers, "Content-Encoding": "gzip" }, body: gzipSync(text), chunked: true }
      : { ...reply, headers, body: text, chunked: true };
  });
}

/** What was written is read 150 ms later; who writes sees the newest. */
function laggingReads(s: Service): void {
  s.told.limits = { readLagMs: 250 };
  const written = new WeakMap<object, number>();
  onRecord(s, (link) => written.set(link, Date.now()));
  const { linksOf, fileOf } = s;
  const old = (trace: Trace): Trace["links"] =>
    trace.links.filter((link, at) => at === 0 || Date.now() - (written.get(link) ?? 0) > 150);
  s.linksOf = (trace, call) => (call.path.at(-1) === "details" ? old(trace) : linksOf(trace, call));
  const { stateOf } = s;
  s.stateOf = (trace, call) => {
    if (call.method === "POST") return stateOf(trace, call);
    let state: Trace["state"] = {};
    const copy: Trace = { ...trace, state };
    for (const link of old(trace)) {
      state = s.merge(copy, link.data, call);
      copy.state = state;
    }
    return stateOf(copy, call);
  };
  s.fileOf = (trace, digest, call) => {
    if (!old(trace).some(({ files }) => files.some((file) => file["digest"] === digest))) {
      throw new Refusal("missing", "the trace has no such file");
    }
    return fileOf(trace, digest, call);
  };
}

/** So many requests of all at a time; for the others a gateway answers. */
function fewAtATime(s: Service, most: number): void {
  gateway(s);
  let open = 0;
  for (const key of Object.keys(s.routes)) {
    around(s, key, (real) => async (call, ...params) => {
      if (open >= most) throw new Refusal("busy", "overloaded");
      open += 1;
      try {
        await pause(2);
        return await real(call, ...params);
      } finally {
        open -= 1;
      }
    });
  }
}

/** The gateway's own pages for what it turns away. */
function gateway(s: Service): void {
  s.statuses.busy = 503;
  const { refuse } = s;
  s.refuse = (call, error) =>
    error.kind === "busy" || error.kind === "large"
      ? {
          status: error.kind === "busy" ? 503 : 413,
          headers: { "Content-Type": "text/html", Server: "gateway" },
          body: "<html><head><title>Service unavailable</title></head><body>Please try again.</body></html>",
        }
      : refuse(call, error);
}

/** Networks, gateways and deployments: what a service that is in use stands behind. */
export const surroundings: Variants = {
  "other-transport": {
    title:
      "JSON comes indented, in ASCII, gzipped and in chunks, under an odd but equal type; problems as problem+json.",
    why: "The interface says JSON and the status; how HTTP carries it is the business of HTTP.",
    apply: otherTransport,
  },
  "sent-to-sign-in": {
    title: "Without a good token a request is redirected to a page where people sign in.",
    why: "The behaviour on a missing or invalid token is not shown; a proxy in front answers browsers so.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.kind === "token"
          ? {
              status: 302,
              headers: { Location: "/sign-in?back=%2F", "Content-Type": "text/html" },
              body: "<a href='/sign-in'>Found</a>",
            }
          : refuse(call, error);
    },
  },
  "four-at-a-time": {
    title: "Of more than four requests at a time the others get 503 in HTML from the gateway, without Retry-After.",
    why: "Limits are not shown; requests in flight are bounded, answered 429 or 503, with or without Retry-After.",
    apply(s) {
      fewAtATime(s, 4);
    },
  },
  "firewall-and-100-kb": {
    title: "A firewall answers 403 in HTML to bodies with suspicious text, and 413 to those of more than 100 kB.",
    why: "Limits are not shown; far smaller ones at gateways, and firewalls that answer 403 in HTML, are usual.",
    apply(s) {
      gateway(s);
      const { refuse } = s;
      const blocked = new Set<unknown>();
      s.refuse = (call, error) =>
        blocked.has(error)
          ? { status: 403, headers: { "Content-Type": "text/html" }, body: "<h1>Request blocked</h1> Support id 8812" }
          : refuse(call, error);
      before(s, (call) => {
        const bytes = call.body();
        if (bytes.length > 100_000) throw new Refusal("large", "too large");
        if (/<script|\bunion\s+select\b|' or '?1|\.\.\/|\$\{|%00|\/etc\/passwd/i.test(bytes.toString("latin1"))) {
          const error = new Refusal("foreign", "blocked");
          blocked.add(error);
          throw error;
        }
      });
    },
  },
  "reads-lag": {
    title:
      "State, links and files are read from a replica that is 150 ms behind; who writes is answered from the newest.",
    why: "Nothing says when a write is seen by a read; replicas that lag are part of life.",
    apply: laggingReads,
  },
  "short-tokens-few-logins": {
    title: "A token is good for five seconds, and a user may log in thirty times a minute.",
    why: "Token lifetime and limits are not shown.",
    apply(s) {
      s.tokenSeconds = 5;
      const { checkLogin } = s;
      const times: number[] = [];
      s.checkLogin = (call, body, by) => {
        const user = checkLogin(call, body, by);
        const now = Date.now();
        while ((times[0] ?? now) < now - 60_000) times.shift();
        if (times.length >= 30) throw new Refusal("busy", "too many logins");
        times.push(now);
        return user;
      };
    },
  },
  "connections-end": {
    title: "Every seventh answer ends its connection, and says so.",
    why: "Keeping a connection is the server's choice (RFC 9112).",
    apply(s) {
      let count = 0;
      onEveryAnswer(s, (reply) => {
        count += 1;
        return count % 7 === 0 ? { ...reply, headers: { ...reply.headers, Connection: "close" } } : reply;
      });
    },
  },
  "errors-with-200": {
    title:
      "v2 answers every refusal with 200, an error that is not null and no data; what is right has `error: false`.",
    why: "Error status codes and the content of the member `error` are not shown; an error stands in the envelope.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, error) =>
        call.face === "v2"
          ? {
              status: 200,
              headers: { "Content-Type": "application/json" },
              body: JSON.stringify({ error: { code: "000", message: error.message } }),
            }
          : refuse(call, error);
    },
  },
  "lag-behind-four": {
    title: "Reads lag, and no more than four requests are taken at a time.",
    why: "Each of them is allowed; a service under load has both.",
    apply(s) {
      laggingReads(s);
      fewAtATime(s, 4);
    },
  },
};
