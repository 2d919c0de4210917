import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { json, type Reply, type Route } from "../../lib/service/http.ts";
import { isObject, type Json } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Trace } from "../service.ts";
import { before, onEveryAnswer, around, pause, type Variants } from "../tools.ts";

const errorsOpen = "Error status codes and the type and content of error are not shown";

const transportOpen = "The interface says nothing of how its answers travel";

const codings: [name: string, encode: (body: Buffer) => Buffer][] = [
  ["br", (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ["gzip", (body) => gzipSync(body)],
  ["deflate", (body) => deflateSync(body)],
];

/** The content codings that a client takes. */
function accepted(header = ""): string[] {
  const given = header.split(",").map((one) => one.trim().toLowerCase());
  return given.filter((one) => !/;\s*q=0(\.0*)?$/.test(one)).map((one) => one.replace(/\s*;.*$/, ""));
}

/** Some time between two bounds. */
const some = (least: number, most: number): Promise<void> => pause(least + Math.random() * (most - least));

export const answers: Variants = {
  "problem-details": {
    title:
      "Legacy refusals are application/problem+json, v2 ones have the same as error without data to speak of; bad input " +
      "is 422, a wrong login 400, and what is forbidden 409.",
    why: `${errorsOpen}; RFC 9457 is the usual form, and the envelope holds for all v2 JSON.`,
    apply(s) {
      Object.assign(s.statuses, { invalid: 422, login: 400, foreign: 409 });
      s.refuse = (call, { kind, message }): Reply => {
        const status = s.statuses[kind];
        const problem = { type: `https://nordwind.example/problems/${kind}`, title: message, status };
        return call.face === "v2"
          ? json({ error: problem, data: {} }, status)
          : json({ ...problem, instance: call.path.join("/") }, status, { "Content-Type": "application/problem+json" });
      };
    },
  },
  "html-refusals": {
    title: "What is not found or not allowed is answered with a page in HTML, all else with plain text, on both faces.",
    why: `${errorsOpen}; only v2 JSON has the envelope, and these come from the server in front, which speaks to browsers.`,
    apply(s) {
      s.refuse = (_call, { kind, message }): Reply => {
        const status = s.statuses[kind];
        const type = ["missing", "foreign", "token"].includes(kind) ? "text/html; charset=utf-8" : "text/plain";
        const page = `<!doctype html><title>${String(status)}</title><h1>${message}</h1>\n`;
        return { status, headers: { "Content-Type": type }, body: type === "text/plain" ? message : page };
      };
    },
  },
  "empty-refusals": {
    title:
      "Refusals have no body and no type; what is not there is 403, like what is foreign, and bad input of any kind, a " +
      "wrong login among it, is 400.",
    why: `${errorsOpen}; nothing is told that could help somebody who has no business here.`,
    apply(s) {
      Object.assign(s.statuses, { missing: 403, large: 400, media: 400, login: 400 });
      s.refuse = (_call, { kind }): Reply => ({ status: s.statuses[kind] });
    },
  },
  "errors-as-list": {
    title:
      "error is a list: empty on success, and of codes with messages on refusal, where data is an empty list; legacy " +
      "refusals are such a list alone; a body of another type is 400.",
    why: `${errorsOpen}, and its type is unspecified in successes too; a list says several things at once.`,
    apply(s) {
      s.statuses.media = 400;
      const { ok } = s;
      s.ok = (call, data) => (call.face === "v2" ? json({ error: [], data }) : ok(call, data));
      s.refuse = (call, { kind, message }): Reply => {
        const errors: Json = [{ code: Object.keys(s.statuses).indexOf(kind) + 4000, message }];
        return json(call.face === "v2" ? { error: errors, data: [] } : errors, s.statuses[kind]);
      };
    },
  },
  "foreign-unseen": {
    title:
      "What belongs to others is answered as what does not exist, word for word; an organization of others or of nobody " +
      "has an empty list of workflows.",
    why: "The answers to what is foreign or unknown are not shown; nobody shall learn from them what exists.",
    apply(s) {
      const unseen = ({ kind, message }: Refusal): Refusal =>
        kind === "missing" || kind === "foreign" ? new Refusal("missing", "not found") : new Refusal(kind, message);
      const { refuse } = s;
      s.refuse = (call, error) => refuse(call, unseen(error));
      for (const key of ["GET /v2/organizations/{}/workflows", "GET /workflow/orgName/{}"]) {
        around(s, key, (real) => async (call, ...params) => {
          try {
            return await real(call, ...params);
          } catch (error) {
            if (error instanceof Refusal && unseen(error).kind === "missing") return json([]);
            throw error;
          }
        });
      }
    },
  },
  compressed: {
    title:
      "All that has a body is compressed in the best way that the client takes (br, gzip, deflate), refusals, files and " +
      "archives too, and sent in pieces.",
    why: `${transportOpen}; a gateway in front of the service compresses whatever passes.`,
    apply(s) {
      onEveryAnswer(s, (reply, call) => {
        const taken = accepted(call.headers["accept-encoding"]?.toString());
        const [name, encode] = codings.find(([coding]) => taken.includes(coding)) ?? [];
        if (name === undefined || !encode || reply.body === undefined) return reply;
        const headers = { ...reply.headers, "Content-Encoding": name, Vary: "Accept-Encoding" };
        return { ...reply, headers, body: encode(Buffer.from(reply.body)), chunked: true };
      });
    },
  },
  "three-requests-a-connection": {
    title: "A connection is closed after three requests; writes take 100 to 300 ms and reads up to 40.",
    why: `${transportOpen}, nor how fast; load balancers close connections to spread the clients anew.`,
    apply(s) {
      const counts = new Map<string, number>();
      before(s, (_call, key) => (/POST .*(traces|action|trace|link)$/.test(key) ? some(100, 300) : some(5, 40)));
      onEveryAnswer(s, (reply, call) => {
        const count = (counts.get(call.connection) ?? 0) + 1;
        counts.set(call.connection, count);
        if (count < 3) return reply;
        counts.delete(call.connection);
        return { ...reply, headers: { ...reply.headers, Connection: "close" } };
      });
    },
  },
  "escaped-json": {
    title:
      "JSON comes with slashes and all beyond ASCII escaped, a line break in front and behind, under " +
      "Application/JSON;charset=UTF-8, one answer a connection, with the headers of a guarded site.",
    why: `${transportOpen}, and JSON may be written so (RFC 8259), and media types in any case; older frameworks do both.`,
    apply(s) {
      const code = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
      onEveryAnswer(s, (reply) => {
        const headers: Record<string, string> = {
          ...reply.headers,
          Connection: "close",
          "Strict-Transport-Security": "max-age=31536000",
          "Content-Security-Policy": "default-src 'none'",
          "Cache-Control": "no-store",
        };
        if (reply.headers?.["Content-Type"] !== "application/json") return { ...reply, headers };
        const text = String(reply.body)
          .replaceAll("/", "\\/")
          .replace(/[^\x20-\x7e]/g, code);
        headers["Content-Type"] = "Application/JSON;charset=UTF-8";
        return { ...reply, headers, body: `\n${text}\r\n` };
      });
    },
  },
  "more-addresses": {
    title:
      "There are addresses besides: a page at /, /health, HEAD wherever there is GET, OPTIONS everywhere, and every " +
      "other method of an address that exists is answered with 405 and Allow; all answers let other origins in.",
    why: "The document covers the interface of the service, not all that its server answers; frameworks add these.",
    apply(s) {
      const methods = new Map<string, string[]>();
      for (const [key, route] of Object.entries(s.routes)) {
        const [method = "", address = ""] = key.split(" ");
        methods.set(address, [...(methods.get(address) ?? []), method, ...(method === "GET" ? ["HEAD"] : [])]);
        if (method === "GET") s.routes[`HEAD ${address}`] = route;
      }
      for (const [address, allowed] of methods) {
        const headers = { Allow: [...allowed, "OPTIONS"].join(", ") };
        const other: Route = (call) =>
          call.method === "OPTIONS" ? { status: 200, headers } : { status: 405, headers, body: "" };
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
          s.routes[`${method} ${address}`] ??= other;
      }
      s.routes["GET /"] = () => ({ status: 200, headers: { "Content-Type": "text/html" }, body: "<h1>Nordwind</h1>" });
      s.routes["GET /health"] = () => ({ status: 200, headers: { "Content-Type": "text/plain" }, body: "ok" });
      onEveryAnswer(s, (reply) => ({ ...reply, headers: { ...reply.headers, "Access-Control-Allow-Origin": "*" } }));
    },
  },
  "upper-case-ids": {
    title: "UUIDs of traces are written in upper case (and read in any), and the v2 action answers with the trace's.",
    why: "A UUID may be written in any case, and what the action's UUID names is not shown; some databases write capitals.",
    apply(s) {
      const { newTrace } = s;
      s.traces = new (class extends Map<string, Trace> {
        override get(id: string): Trace | undefined {
          return super.get(id.toUpperCase());
        }
      })();
      s.newTrace = (workflow) => {
        const trace = newTrace(workflow);
        return { ...trace, id: trace.id.toUpperCase() };
      };
      s.actionAnswer = (trace) => trace.id;
    },
  },
  "terse-refusals": {
    title:
      "Every refusal but those for the token is 404, also for bad input and foreign traces; legacy ones have no body, " +
      "v2 ones a plain text as error; without a token the answer is 403.",
    why: "Error status codes and bodies are not shown; a refusal that tells nothing helps no intruder.",
    apply(s) {
      for (const kind of ["invalid", "missing", "foreign", "media", "large"] as const) s.statuses[kind] = 404;
      s.statuses.token = 403;
      s.statuses.login = 400;
      s.refuse = (call, { kind }): Reply =>
        call.face === "v2" ? json({ error: "refused", data: {} }, s.statuses[kind]) : { status: s.statuses[kind] };
    },
  },
  chatty: {
    title:
      "Payloads carry additional members, error is an empty object on success, the JSON is pretty-printed and chunked " +
      "under application/json; charset=utf-8, and answers set cookies.",
    why: "The type of error is unspecified, and no sentence forbids more members; frameworks add what helps their users.",
    apply(s) {
      const { ok, info, listing } = s;
      const talk = (reply: Reply): Reply => ({
        ...reply,
        headers: {
          ...reply.headers,
          "Content-Type": "application/json; charset=utf-8",
          "Set-Cookie": "seen=1; Path=/",
        },
        body: `${JSON.stringify(JSON.parse(String(reply.body)), null, 2)}\n`,
        chunked: true,
      });
      s.ok = (call, data) => {
        const more: Json = isObject(data)
          ? { served: new Date().toISOString(), ...data, requestId: call.path.length }
          : data;
        return talk(call.face === "v2" ? json({ data: more, error: {} }) : ok(call, more));
      };
      s.info = (page, args, trace, call) => ({ ...info(page, args, trace, call), pageSize: page.items.length });
      s.listing = (organization, call) =>
        listing(organization, call).map((item, index) => ({ position: index, active: true, ...item }));
    },
  },
};
