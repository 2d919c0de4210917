import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import type { Route } from "../../stand-ins/lib/http.ts";
import { pause, type Variation } from "../tools.ts";
import { before, onEveryAnswer } from "./steps.ts";

const open = "The interface says nothing of how its answers travel";

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

export const transport: Variation[] = [
  {
    id: "compressed",
    choice:
      "All that has a body is compressed in the best way that the client takes (br, gzip, deflate), refusals, files and " +
      "archives too, and sent in pieces.",
    why: `${open}; a gateway in front of the service compresses whatever passes.`,
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
  {
    id: "three-requests-a-connection",
    choice: "A connection is closed after three requests; writes take 100 to 300 ms and reads up to 40.",
    why: `${open}, nor how fast; load balancers close connections to spread the clients anew.`,
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
  {
    id: "escaped-json",
    choice:
      "JSON comes with slashes and all beyond ASCII escaped, a line break in front and behind, under " +
      "Application/JSON;charset=UTF-8, one answer a connection, with the headers of a guarded site.",
    why: `${open}, and JSON may be written so (RFC 8259), and media types in any case; older frameworks do both.`,
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
  {
    id: "more-addresses",
    choice:
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
];
