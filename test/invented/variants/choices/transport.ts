/** How answers travel: compressed, escaped, in pieces, over connections that end. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { type Call, json, type Reply, type Route } from "../../../lib/service/http.ts";
import { isJson } from "../../changes/json-answers.ts";
import type { Service } from "../../service.ts";
import { onReply, before, onAnswer, onEveryAnswer, pause, type Variants } from "../../tools.ts";

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

const files = ["GET /v2/traces/{}/files", "GET /trace/{}/files", "GET /v2/traces/{}/file/{}"];

const escaped = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

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

function squeeze(reply: Reply, call: Call): Reply {
  const accepted = String(call.headers["accept-encoding"] ?? "");
  const body = Buffer.from(reply.body ?? "");
  const coding = ["br", "gzip"].find((one) => new RegExp(`\\b${one}\\b(?!;q=0)`).test(accepted));
  if (coding === undefined || body.length === 0)
    return { ...reply, headers: { ...reply.headers, Vary: "Accept-Encoding" } };
  const headers = { ...reply.headers, "Content-Encoding": coding, Vary: "Accept-Encoding" };
  return { ...reply, headers, body: coding === "br" ? brotliCompressSync(body) : gzipSync(body) };
}

export const transport: Variants = {
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
  "compressed-on-the-way": {
    title: "Files and archives are sent with Content-Encoding gzip to whoever accepts it.",
    why: "Headers of downloads are not shown; HTTP lets a server encode what the client says it accepts.",
    apply(s) {
      for (const key of files) {
        onReply(s, key, (reply, call) => {
          if (!/\bgzip\b/.test(String(call.headers["accept-encoding"]))) return reply;
          const headers = { ...reply.headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" };
          return { ...reply, headers, body: gzipSync(reply.body ?? "") };
        });
      }
    },
  },
  "compressed-in-pieces": {
    title:
      "JSON is compressed with Brotli where the client takes it, and sent without a length; the rest goes on as it is.",
    why: "HTTP allows it; nothing is said of content encodings or of Content-Length.",
    apply(s) {
      onAnswer(s, (reply, call) => {
        const isJson = reply.headers?.["Content-Type"] === "application/json";
        if (!isJson) return { ...reply, chunked: true };
        const headers = { ...reply.headers, Vary: "Accept-Encoding" };
        if (!/\bbr\b/.test(String(call.headers["accept-encoding"]))) return { ...reply, headers, chunked: true };
        return {
          ...reply,
          headers: { ...headers, "Content-Encoding": "br" },
          body: brotliCompressSync(reply.body ?? ""),
          chunked: true,
        };
      });
    },
  },
  "hints-and-blanks": {
    title: "Interim answers (103) come first; JSON is indented, between empty lines, with a charset in its type.",
    why: "The headers of answers are not shown; a proxy tells what to load, and blanks around JSON are allowed.",
    apply(s) {
      onEveryAnswer(s, (reply) => {
        const hints = "</assets/console.css>; rel=preload; as=style";
        if (!isJson(reply)) return { ...reply, hints };
        const body = `\r\n\t${JSON.stringify(JSON.parse(String(reply.body)), undefined, "\t")}\r\n\r\n`;
        return {
          ...reply,
          headers: { ...reply.headers, "Content-Type": "Application/JSON;Charset=UTF-8" },
          body,
          hints,
        };
      });
    },
  },
  "ascii-only": {
    title: "JSON has no character outside ASCII and escapes slashes, and the error of a success is { code: 0 }.",
    why: "JSON may write any character as an escape, half by half beyond U+FFFF; the type of `error` is unspecified.",
    apply(s) {
      s.ok = (call, data) => json(call.face === "v2" ? { error: { code: 0, message: "OK" }, data } : data);
      onEveryAnswer(s, (reply) =>
        reply.headers?.["Content-Type"] === "application/json" && typeof reply.body === "string"
          ? { ...reply, body: escaped(reply.body).replaceAll("/", "\\/") }
          : reply,
      );
    },
  },
  "escaped-and-indented": {
    title:
      "JSON is indented, ends with a line break, and has slashes and all but ASCII escaped, of a type with charset.",
    why: "It is the same JSON, and the media type may have parameters.",
    apply(s) {
      onEveryAnswer(s, (reply) => {
        const type = reply.headers?.["Content-Type"] ?? "";
        if (!type.startsWith("application/json") || typeof reply.body !== "string") return reply;
        const text = JSON.stringify(JSON.parse(reply.body), null, 4)
          .replaceAll("/", "\\/")
          .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`);
        return {
          ...reply,
          headers: { ...reply.headers, "Content-Type": "Application/JSON;charset=UTF-8", "X-Frame-Options": "DENY" },
          body: `\n${text}\n`,
        };
      });
    },
  },
  "other-transport": {
    title:
      "JSON comes indented, in ASCII, gzipped and in chunks, under an odd but equal type; problems as problem+json.",
    why: "The interface says JSON and the status; how HTTP carries it is the business of HTTP.",
    apply: otherTransport,
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
  "packed-when-accepted": {
    title: "Every answer, files and archives too, is sent in a gzip coding, in pieces, to clients that accept one.",
    why: "The headers of answers are not shown; the proxy in front packs whatever passes.",
    apply(s) {
      onEveryAnswer(s, (reply, call) => {
        if (!/\bgzip\b/.test(String(call.headers["accept-encoding"] ?? ""))) return reply;
        const headers = { ...reply.headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" };
        return { ...reply, headers, body: gzipSync(reply.body ?? ""), chunked: true };
      });
    },
  },
  "squeezed-answers": {
    title: "All answers, files and archives too, are compressed with brotli or gzip where the client takes it.",
    why: "Content coding is for HTTP to settle (RFC 9110), not for the interface.",
    apply(s) {
      onEveryAnswer(s, squeeze);
    },
  },
};
