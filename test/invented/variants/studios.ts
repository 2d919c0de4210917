import { createHash, generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { disposition, guessType, json } from "../../lib/service/http.ts";
import type { JsonObject } from "../../lib/service/json.ts";
import { entryName, zip } from "../../lib/service/zip.ts";
import { indexLater } from "../habits.ts";
import { follow, people, present, trade, trades } from "../process.ts";
import type { StoredFile, Trace } from "../service.ts";
import { onEveryAnswer, onRecord, type Variants } from "../tools.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

export const studios: Variants = {
  "receipt-of-action": {
    title: "A v2 action is answered with the UUID of a receipt, which is found nowhere else; a legacy one says more.",
    why: "What the UUID of the action endpoint identifies is not shown; members beside those shown are not forbidden.",
    apply(s) {
      s.actionAnswer = () => randomUUID();
      const { ok } = s;
      s.ok = (call, data) =>
        ok(
          call,
          call.face === "legacy" && call.path.at(-1) === "link"
            ? { ...(data as JsonObject), receipt: randomUUID(), warnings: [] }
            : data,
        );
    },
  },
  "files-by-integrity": {
    title: "Digests are sha512-… in base64; links hold their files by digest; archives have a folder for each file.",
    why: "The form of a digest, the fields of a link and the names in an archive are not shown.",
    apply(s) {
      s.digest = (data) => `sha512-${createHash("sha512").update(data).digest("base64")}`;
      s.linkView = ({ files, ...link }) => ({
        ...link,
        attachments: Object.fromEntries(files.map(({ digest, ...file }) => [String(digest), file])),
      });
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].flatMap((digest) => {
          const { name, data } = s.fileOf(trace, digest, call);
          const folder = `files/${hash(digest).slice(0, 16)}/`;
          return [
            { name: folder, data: Buffer.alloc(0) },
            { name: `${folder}${entryName(name)}`, data },
          ];
        });
      s.pack = (entries) => zip(entries, { descriptors: true, comment: "made on request" });
      s.fileReply = ({ name, data }: StoredFile) => ({
        status: 200,
        headers: { "Content-Type": guessType(name), "Content-Disposition": disposition("inline", name) },
        body: data,
        chunked: true,
      });
    },
  },
  "cursors-sealed-anew": {
    title: "Each answer has other cursors for the same links, of several hundred characters; all of them stay good.",
    why: "Cursors are strings, and nothing says that a link has one alone, or that it is short.",
    apply(s) {
      const links = new Map<string, string>();
      s.cursorOf = (link) => {
        const cursor = `${randomBytes(240).toString("base64")}|${String(links.size)}`;
        links.set(cursor, link.id);
        return cursor;
      };
      const { positionOf } = s;
      s.positionOf = (all, cursor, trace) => {
        const at = all.findIndex(({ id }) => id === links.get(cursor));
        return at === -1 ? positionOf([], cursor, trace) : at;
      };
    },
  },
  "state-of-this-moment": {
    title: "A state says when it was read, how often before, and by which request: no two readings of it are alike.",
    why: "The keys and values of a state are not shown; views that count their readers are common.",
    apply(s) {
      const reads = new WeakMap<Trace, number>();
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const count = (reads.get(trace) ?? 0) + 1;
        reads.set(trace, count);
        const state = (await stateOf(trace, call)) as JsonObject;
        return { ...state, _read: { at: new Date().toISOString(), count, request: randomUUID() } };
      };
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
  "problems-of-their-own": {
    title: "Success has the error { code: 0 }; refusals are problem details, in v2 inside error, with statuses of 422.",
    why: "The type of error, the statuses and the bodies of errors are not shown.",
    apply(s) {
      s.statuses = { ...s.statuses, invalid: 422, foreign: 404, login: 400, media: 422 };
      s.ok = (call, data) =>
        call.face === "v2"
          ? json({ data, error: { code: 0, message: "OK", details: [] } }, 200, { "X-Request-Id": randomUUID() })
          : json(data);
      s.refuse = (call, { kind, message }) => {
        const status = s.statuses[kind];
        const problem = { type: `urn:problem:${kind}`, title: message, status, instance: `urn:uuid:${randomUUID()}` };
        const body = call.face === "v2" ? { error: problem } : problem;
        return json(body, status, { "Content-Type": "application/problem+json" });
      };
    },
  },
  "links-under-seal": {
    title: "Links come newest first, four at most, and show a hash of the data of their actions instead of the data.",
    why: "The fields of a link and the order are not shown; no bounds of a page are given.",
    apply(s) {
      s.linksOf = (trace) => trace.links.toReversed();
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const bounded = { ...args };
        if (args.first !== undefined || args.last === undefined) bounded.first = Math.min(args.first ?? 4, 4);
        if (args.last !== undefined) bounded.last = Math.min(args.last, 4);
        return page(links, bounded, trace, call);
      };
      s.linkView = (link) => ({
        linkHash: hash(link.id),
        dataHash: hash(JSON.stringify(link.data)),
        signedBy: hash(link.author).slice(0, 12),
        documents: link.files.map(({ digest }) => String(digest)),
      });
    },
  },
  "found-in-no-order": {
    title: "Searches know what is a second old, and give the traces in another order each time.",
    why: "Neither an order of the ids is promised nor that a search follows an action at once.",
    apply(s) {
      indexLater(s, 1000);
      const { search } = s;
      s.search = (workflow, filters, call) =>
        search(workflow, filters, call)
          .map((id) => ({ id, place: Math.random() }))
          .sort((a, b) => a.place - b.place)
          .map(({ id }) => id);
    },
  },
  "tokens-of-an-id-provider": {
    title: "Tokens are ES256, of 3 kB, differ with each login, and name the user by a number; logins set a cookie too.",
    why: "The claims and the length of a token are not shown, nor the headers of an answer.",
    apply(s) {
      const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const rights = Array.from({ length: 60 }, (_, n) => `urn:right:trace:level-${String(n)}:read`);
      s.issueToken = (user, by) =>
        new SignJWT({ rights, amr: [by], sid: randomUUID() })
          .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "2026-11" })
          .setSubject(String(1000 + s.users.indexOf(user)))
          .setAudience(["traces", "workflows"])
          .setNotBefore("0s")
          .setIssuedAt()
          .setExpirationTime("15m")
          .sign(keys.privateKey);
      s.verifyToken = async (token) => {
        try {
          const { payload } = await jwtVerify(token, keys.publicKey, { algorithms: ["ES256"], clockTolerance: 5 });
          return { email: s.users[Number(payload.sub) - 1000]?.email ?? "", via: "token" };
        } catch {
          return undefined;
        }
      };
      const { ok } = s;
      s.ok = (call, data) => {
        const reply = ok(call, data);
        if (!call.path.includes("login")) return reply;
        const cookie = `sid=${randomUUID()}; Path=/; HttpOnly; SameSite=Strict`;
        return { ...reply, headers: { ...reply.headers, "Set-Cookie": cookie, "Cache-Control": "no-store" } };
      };
    },
  },
  "cases-with-a-history": {
    title:
      "A state is a case: its data as a list of named values, what may follow in one list, who did what, a number.",
    why: "The keys and values of a state are not shown; workflows decide what may follow, and show it somewhere.",
    apply(s) {
      const process = follow(s, {
        actions: trades,
        next: trade,
        people,
        nextActions: { path: ["case", "open"], by: "all" },
      });
      let numbers = 2600;
      const numbered = new WeakMap<Trace, string>();
      onRecord(s, (_link, trace) => {
        if (!numbered.has(trace)) numbered.set(trace, `C-${String((numbers += 1))}`);
      });
      present(s, (data, trace) => ({
        case: {
          number: numbered.get(trace) ?? null,
          open: [...process.next(trace)],
          closed: !process.next(trace).length,
        },
        values: Object.entries(data).map(([name, value]) => ({ name, value })),
        history: trace.links.map(({ actionKey, author }) => `${actionKey} by ${hash(author).slice(0, 8)}`),
      }));
    },
  },
};
