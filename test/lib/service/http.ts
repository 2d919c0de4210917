import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { parseJson, type Json } from "./json.ts";
import { Refusal } from "./refusal.ts";

export type Face = "v2" | "legacy";

export interface Call {
  method: string;
  path: string[];
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  face: Face;
  /** The client's end of the connection: the same for all requests that come over one. */
  connection: string;
  /** The whole body; refuses when it is larger than the server takes. */
  body(): Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Send the body in pieces, without Content-Length. */
  chunked?: boolean;
  /** Break off the connection after so many bytes of the body; 0: without any answer. */
  breakAt?: number;
  /** The Link header of an interim answer (103), which goes before. */
  hints?: string;
}

export type Route = (call: Call, ...params: string[]) => Reply | Promise<Reply>;
export type Routes = Record<string, Route>;

export interface ServerOptions {
  maxBody?: number;
  closeConnections?: boolean;
  headers?: Record<string, string>;
}

export interface Running {
  baseUrl: string;
  close(): Promise<void>;
}

function segment(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

async function readBody(message: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    // What is over the limit is read but not kept, so that the client gets its answer.
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= limit ? Buffer.concat(chunks) : null;
}

export async function serve(
  port: number,
  handle: (call: Call) => Promise<Reply>,
  options: ServerOptions = {},
): Promise<Running> {
  const limit = options.maxBody ?? 32 * 1024 * 1024;
  const server = createServer({ maxHeaderSize: 128 * 1024 }, (message, response) => {
    const answer = async (): Promise<void> => {
      const bytes = await readBody(message, limit);
      const [path = "/", ...rest] = (message.url ?? "/").split("?");
      const segments = path.split("/").slice(1).map(segment);
      const reply = await handle({
        method: message.method ?? "GET",
        path: segments,
        query: new URLSearchParams(rest.join("?")),
        headers: message.headers,
        face: segments[0] === "v2" ? "v2" : "legacy",
        connection: `${String(message.socket.remoteAddress)}:${String(message.socket.remotePort)}`,
        body() {
          if (bytes === null) throw new Refusal("large", "the request body is too large");
          return bytes;
        },
      });
      const body = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(reply.body ?? "", "utf8");
      const headers: Record<string, string> = { ...options.headers, ...reply.headers };
      if (options.closeConnections) headers["Connection"] = "close";
      const bare = reply.status === 304 || message.method === "HEAD";
      if (!reply.chunked && reply.status !== 304) headers["Content-Length"] = String(body.length);
      if (reply.breakAt === 0) {
        message.socket.destroy();
        return;
      }
      if (reply.hints !== undefined) response.writeEarlyHints({ link: reply.hints });
      response.writeHead(reply.status, headers);
      if (reply.breakAt !== undefined) {
        response.write(body.subarray(0, reply.breakAt), () => message.socket.destroy());
      } else if (reply.chunked && !bare) {
        for (let at = 0; at < body.length; at += 16384) response.write(body.subarray(at, at + 16384));
        response.end();
      } else response.end(bare ? undefined : body);
    };
    answer().catch((error: unknown) => {
      if (message.destroyed && !message.complete) return; // the client went away
      process.stderr.write(`${String(error)}\n`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { "Content-Type": "text/plain" }).end("internal error");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Finds the route of a call; keys read "POST /v2/traces/{}/action". */
export function dispatch(routes: Routes, call: Call): Reply | Promise<Reply> {
  for (const [key, route] of Object.entries(routes)) {
    const [method = "", pattern = ""] = key.split(" ");
    const wanted = pattern.split("/").slice(1);
    if (method !== call.method || wanted.length !== call.path.length) continue;
    const params: string[] = [];
    const fits = wanted.every((part, index) => {
      const given = call.path[index] ?? "";
      if (part !== "{}") return part === given;
      params.push(given);
      return given !== "";
    });
    if (fits) return route(call, ...params);
  }
  throw new Refusal("missing", "no such address");
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(value) };
}

export function jsonBody(call: Call, rules: { strictType?: boolean; maxDepth?: number } = {}): Json {
  if (rules.strictType && !/^application\/json\b/i.test(call.headers["content-type"] ?? "")) {
    throw new Refusal("media", "application/json is expected");
  }
  return parseJson(call.body(), { maxDepth: rules.maxDepth ?? 200 });
}

export function bearer(headers: IncomingHttpHeaders): string | null {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}

/** A Content-Disposition header that any file name survives. */
export function disposition(kind: "attachment" | "inline", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const coded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${coded}`;
}

/** The bytes asked for (RFC 9110, one range), or all; nothing when the client has them already. */
export function ranged(call: Call, data: Buffer, more: Record<string, string> & { ETag: string }): Reply {
  const headers = { "Accept-Ranges": "bytes", ...more };
  if (call.headers["if-none-match"] === more.ETag) return { status: 304, headers };
  const [, from = "", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(call.headers.range ?? "") ?? [];
  if (from === "") return { status: 200, headers, body: data };
  const size = String(data.length);
  if (Number(from) >= data.length) return { status: 416, headers: { "Content-Range": `bytes */${size}` } };
  const end = Math.min(to === "" ? Infinity : Number(to), data.length - 1);
  const part = { ...headers, "Content-Range": `bytes ${from}-${String(end)}/${size}` };
  return { status: 206, headers: part, body: data.subarray(Number(from), end + 1) };
}

const types: Record<string, string> = {
  txt: "text/plain; charset=utf-8",
  csv: "text/csv",
  json: "application/json",
  html: "text/html",
  xml: "application/xml",
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  zip: "application/zip",
};

export function guessType(name: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(types, extension) ? types[extension] : undefined) ?? "application/octet-stream";
}
