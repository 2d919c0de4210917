import { createHash, randomUUID } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import { guessType, json, jsonBody, ranged, type Reply } from "../../lib/service/http.ts";
import { isObject, own, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { entryName, zip, type ZipEntry } from "../../lib/service/zip.ts";
import type { Trace, Service } from "../service.ts";
import { around, before, onEveryAnswer, onRecord, rewriteObject, type Variants } from "../tools.ts";

const isJson = ({ headers }: Reply): boolean => headers?.["Content-Type"] === "application/json";

/** Changes the value that a JSON answer holds. */
const onJson = (s: Service, keys: readonly string[], change: (value: Json, face: string) => Json): void => {
  for (const key of keys) {
    around(s, key, (real) => async (call, ...params) => {
      const reply = await real(call, ...params);
      return json(change(JSON.parse(String(reply.body)) as Json, call.face), reply.status);
    });
  }
};

const logins = ["POST /v2/login/credential", "POST /v2/login/privateKey", "POST /login/credential"];
const lists = ["GET /v2/organizations/{}/workflows", "GET /workflow/orgName/{}"];
const searches = ["POST /v2/workflows/{}/traces/search", "POST /trace/search/{}"];

export const manners: Variants = {
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
  "members-of-its-own": {
    title: "Payload objects have members of their own, `data` stands before `error`, and the error of a success is [].",
    why: "The fields of links and the type of `error` are not shown; a list of errors that is empty means success.",
    apply(s) {
      const { linkView, info } = s;
      s.ok = (call, data) => json(call.face === "v2" ? { data, error: [] } : data);
      s.linkView = (link, trace, call) => ({
        _links: { self: { href: `/v2/traces/${trace.id}/details#${link.id}` } },
        ...(linkView(link, trace, call) as JsonObject),
      });
      s.info = (...args) => ({ ...info(...args), pageSize: args[0].items.length });
      onJson(s, lists, (value) => (value as JsonObject[]).map((item) => ({ archived: false, version: 3, ...item })));
      const more = { tokenType: "Bearer", expiresIn: s.tokenSeconds, token: "" };
      onJson(s, logins, (value) =>
        rewriteObject(value as JsonObject, (one) => (hasToken(one) ? { ...more, ...one } : one)),
      );
    },
  },
  "ids-in-capitals": {
    title:
      "UUIDs of traces and links are in capitals, cursors are numbers in text, and pages have three links at most.",
    why: "UUIDs may be written so, as some databases do; the form of cursors and the bounds of pages are not shown.",
    apply(s) {
      const capitals = (value: Json): Json => (typeof value === "string" ? value.toUpperCase() : value);
      const { page, record, search } = s;
      s.record = async (...args) => {
        const { trace, link } = await record(...args);
        link.id = link.id.toUpperCase();
        return { trace, link };
      };
      s.search = (...args) => search(...args).map((id) => id.toUpperCase());
      onJson(s, ["POST /v2/traces", "POST /trace"], (value) =>
        isObject(value) ? { ...value, data: capitals(own(value, "data") ?? null) } : capitals(value),
      );
      s.cursorOf = (link, trace) => String(trace.links.indexOf(link) + 1);
      s.page = (links, args, trace, call) => {
        const { first, last } = args;
        const sizes = {
          ...args,
          ...(first !== undefined || last === undefined ? { first: Math.min(first ?? 3, 3) } : {}),
          ...(last === undefined ? {} : { last: Math.min(last, 3) }),
        };
        return page(links, sizes, trace, call);
      };
    },
  },
  "folders-in-archives": {
    title: "Archives have a folder for each file, in the order of the digests, stored, and come in pieces with a name.",
    why: "What the entries are called, their order and packing, and the headers of archives are not shown.",
    apply(s) {
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].sort().flatMap((digest): ZipEntry[] => {
          const { name, data } = s.fileOf(trace, digest, call);
          const folder = `attachments/${digest.slice(0, 12)}/`;
          return [
            { name: folder, data: Buffer.alloc(0) },
            { name: folder + entryName(name), data },
          ];
        });
      s.pack = (entries) =>
        zip([{ name: "attachments/", data: Buffer.alloc(0) }, ...entries], {
          descriptors: true,
          comment: "Nordwind Trading – Beilagen",
        });
      const headers = {
        "content-type": "application/x-zip-compressed",
        "content-disposition": "inline; filename=attachments.zip",
      };
      for (const key of ["GET /v2/traces/{}/files", "GET /trace/{}/files"]) {
        around(s, key, (real) => async (...args) => ({ ...(await real(...args)), headers, chunked: true }));
      }
    },
  },
  "integrity-digests": {
    title: "Digests are in base64 with slashes; single files have their type, an entity tag and ranges, and no name.",
    why: "The form of digests and the headers of the download are not shown; browsers know digests of this form.",
    apply(s) {
      s.digest = (data) => `sha384-${createHash("sha384").update(data).digest("base64")}`;
      s.fileReply = ({ name, data, digest }, call) =>
        ranged(call, data, {
          "Content-Type": guessType(name),
          ETag: `"${digest}"`,
          "Cache-Control": "private, no-cache",
        });
    },
  },
  "gateway-refuses": {
    title:
      "Bad tokens get 403 in HTML, other refusals plain text, or an error without data; OPTIONS and HEAD are answered.",
    why: "Error statuses and bodies, and what is answered to other methods, are not shown; the gateway knows the tokens.",
    apply(s) {
      Object.assign(s.statuses, { token: 403, login: 422, invalid: 422, missing: 400, foreign: 404, media: 400 });
      s.refuse = (call, { kind, message }) => {
        const status = s.statuses[kind];
        if (kind === "token") {
          const page = "<!doctype html><title>Forbidden</title><h1>403 Forbidden</h1>";
          return { status, headers: { "Content-Type": "text/html" }, body: page };
        }
        if (call.face === "v2") return json({ error: `${kind}: ${message}` }, status);
        return { status, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: `${message}\n` };
      };
      for (const [key, route] of Object.entries(s.routes)) {
        const [method = "", path = ""] = key.split(" ");
        const Allow = method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
        s.routes[`OPTIONS ${path}`] = () => ({ status: 204, headers: { Allow } });
        if (method === "GET") s.routes[`HEAD ${path}`] = route;
      }
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
      const { search } = s;
      s.search = (...args) => search(...args).reverse();
      onEveryAnswer(s, (reply) => ({ ...reply, headers: { ...reply.headers, Connection: "close" } }));
    },
  },
  "signed-segments": {
    title:
      "Links are signed segments, newest first; the state holds the data apart; the v2 action answers with the trace.",
    why: "The fields and the order of links, the members of the state, and what the UUID of the action is are not shown.",
    apply(s) {
      const { linksOf } = s;
      s.linksOf = (trace, call) => linksOf(trace, call).toReversed();
      s.linkView = (link, trace) => ({
        version: "1.0.0",
        meta: {
          linkId: link.id,
          mapId: trace.id,
          process: { name: trace.workflow.name, state: link.actionKey },
          tags: [link.groupLabel],
          outDegree: -1,
        },
        data: link.data,
        attachments: link.files.map(({ name, digest, size }) => ({
          fileName: name ?? "",
          digest: digest ?? "",
          size: size ?? 0,
        })),
        signatures: [{ type: "ed25519", author: link.author, signature: Buffer.from(link.id).toString("base64") }],
      });
      s.stateOf = (trace) => ({ data: trace.state, height: trace.links.length, heads: [trace.links.at(-1)?.id ?? ""] });
      s.actionAnswer = (trace) => trace.id;
    },
  },
  "strict-and-small": {
    title: "JSON must be called so and have known members alone; four files an action; `first` or `last`, never both.",
    why: "What is refused, how many files are taken, and how the four are combined are not shown.",
    apply(s) {
      const members: Record<string, readonly string[]> = {
        ...Object.fromEntries(logins.map((key) => [key, ["email", "password"]])),
        ...Object.fromEntries(searches.map((key) => [key, ["filters"]])),
        "POST /v2/login/privateKey": ["privateKey"],
        "POST /v2/traces/{}/details": ["error", "data"],
        "POST /trace/{}/details": ["input"],
      };
      before(s, (call, key) => {
        const allowed = members[key];
        if (!allowed) return;
        const body = jsonBody(call, { strictType: true });
        if (isObject(body) && Object.keys(body).some((name) => !allowed.includes(name))) {
          throw new Refusal("invalid", `only ${allowed.join(", ")}`);
        }
      });
      const { page, readInput } = s;
      s.page = (links, args, trace, call) => {
        if (args.first !== undefined && args.last !== undefined) throw new Refusal("invalid", "first or last");
        return page(links, args, trace, call);
      };
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (input.files.length > 4) throw new Refusal("large", "four files at most");
        if (input.files.some(({ data }) => data.length > 262_144)) throw new Refusal("large", "256 KiB a file");
        return input;
      };
    },
  },
  "session-portal": {
    title: "Who logs in again soon gets the same token; answers set cookies, are packed by brotli, and some close.",
    why: "The lifetime of tokens and the headers of answers are not shown; a portal stands in front of the service.",
    apply(s) {
      const given = new Map<string, { token: string; until: number }>();
      const { issueToken } = s;
      s.issueToken = async (user, by) => {
        const former = given.get(user.email);
        if (former && former.until > Date.now()) return former.token;
        const token = await issueToken(user, by);
        given.set(user.email, { token, until: Date.now() + 60_000 });
        return token;
      };
      let count = 0;
      onEveryAnswer(s, (reply, call) => {
        count += 1;
        const headers = {
          ...reply.headers,
          "SET-COOKIE": `portal_visit=${randomUUID()}; Path=/; SameSite=Lax`,
          "cache-CONTROL": "no-store, private",
          "server-timing": "app;dur=3.1",
          VARY: "accept-encoding, origin",
          ...(count % 7 === 0 ? { connection: "close" } : {}),
        };
        if (!isJson(reply) || !/\bbr\b/.test(String(call.headers["accept-encoding"] ?? "")))
          return { ...reply, headers };
        const body = brotliCompressSync(reply.body ?? "", { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
        return { ...reply, headers: { ...headers, "content-encoding": "br" }, body };
      });
    },
  },
};

function hasToken(value: Json): value is JsonObject {
  return isObject(value) && typeof own(value, "token") === "string";
}
