/** Plain services that settle open points in ways that are rare, and still keep to the interface. */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { EncryptJWT, jwtDecrypt } from "jose";
import type { Reply } from "../../lib/service/http.ts";
import { own, put, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { entryName } from "../../lib/service/zip.ts";
import { around, onRecord, type Variants } from "../tools.ts";

const files = ["GET /v2/traces/{}/files", "GET /trace/{}/files", "GET /v2/traces/{}/file/{}"];

export const gardens: Variants = {
  "sealed-cursors": {
    title: "The cursor of a link is sealed anew at every reading: never the same text twice, and each is good.",
    why: "A cursor is a string; that the same link has the same cursor in two answers is not said.",
    apply(s) {
      s.cursorOf = (link) => Buffer.from(`${randomBytes(6).toString("hex")}:${link.id}`).toString("base64url");
      s.positionOf = (links, cursor) => {
        const [, id] = Buffer.from(cursor, "base64url").toString().split(":");
        const position = links.findIndex((link) => link.id === id);
        if (position === -1) throw new Refusal("invalid", "no such cursor");
        return position;
      };
    },
  },
  "encrypted-tokens": {
    title: "The token is an encrypted JWT: five parts, of which nobody else can read the claims.",
    why: "The token is a JWT, which may be a JWE (RFC 7519); claims are not shown.",
    apply(s) {
      const key = randomBytes(32);
      s.issueToken = (user, by) =>
        new EncryptJWT({ via: by })
          .setProtectedHeader({ alg: "A256KW", enc: "A256GCM", typ: "JWT" })
          .setSubject(user.email)
          .setJti(randomUUID())
          .setIssuedAt()
          .setExpirationTime(Math.floor(Date.now() / 1000) + s.tokenSeconds)
          .encrypt(key);
      s.verifyToken = (token) =>
        jwtDecrypt(token, key).then(
          ({ payload }) => ({ email: payload.sub ?? "", via: String(payload["via"]) }),
          () => undefined,
        );
    },
  },
  "files-in-a-store": {
    title: "The download of one file answers 302 and leads to a store, where the file lies without authentication.",
    why: "Headers of the single download are not shown, nor is its status; object stores are reached in this way.",
    apply(s) {
      const store = new Map<string, Reply>();
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, ...params) => {
        const id = randomUUID();
        store.set(id, await real(call, ...params));
        return { status: 302, headers: { Location: `/store/${id}` } };
      });
      s.routes["GET /store/{}"] = (_call, id = "") => {
        const reply = store.get(id);
        if (!reply) throw new Refusal("missing", "no such object");
        return reply;
      };
    },
  },
  "compressed-on-the-way": {
    title: "Files and archives are sent with Content-Encoding gzip to whoever accepts it.",
    why: "Headers of downloads are not shown; HTTP lets a server encode what the client says it accepts.",
    apply(s) {
      for (const key of files) {
        around(s, key, (real) => async (call, ...params) => {
          const reply = await real(call, ...params);
          if (!/\bgzip\b/.test(String(call.headers["accept-encoding"]))) return reply;
          const headers = { ...reply.headers, "Content-Encoding": "gzip", Vary: "Accept-Encoding" };
          return { ...reply, headers, body: gzipSync(reply.body ?? "") };
        });
      }
    },
  },
  "receipts-for-actions": {
    title: "The UUID that a v2 action answers with is that of a receipt, which is shown nowhere else.",
    why: "What the UUID identifies is not shown.",
    apply(s) {
      s.actionAnswer = () => randomUUID();
    },
  },
  "sign-in-page": {
    title: "Without a good token everything answers 302 and leads to a page in HTML on which people sign in.",
    why: "The behaviour on a missing or invalid token is not shown; proxies that guard a service do so.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.kind === "token" ? { status: 302, headers: { Location: "/sign-in" } } : refuse(call, error);
      s.routes["GET /sign-in"] = () => ({
        status: 200,
        headers: { "Content-Type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>Sign in</title><form method=post><input name=email><button>Next</button></form>",
      });
    },
  },
  "found-in-any-order": {
    title: "A search gives its results in another order each time.",
    why: "The result is a list of UUIDs; its order is not said, and what several shards answer comes as it comes.",
    apply(s) {
      const { search } = s;
      s.search = (...args) => {
        const found = search(...args);
        for (let at = found.length - 1; at > 0; at -= 1) {
          found.splice(at, 0, ...found.splice(randomInt(at + 1), 1));
        }
        return found;
      };
    },
  },
  "members-with-their-origin": {
    title: "Each member of the state is an object of its value, who set it, and how often it has been set.",
    why: "Keys and values of the state are not shown; a register keeps the origin beside the value.",
    apply(s) {
      s.stateOf = (trace) => {
        const shown: JsonObject = {};
        for (const key of Object.keys(trace.state)) {
          const setting = trace.links.filter(({ data }) => Object.hasOwn(data, key));
          const by = setting.at(-1)?.author ?? null;
          put(shown, key, { value: own(trace.state, key) ?? null, by, revisions: setting.length });
        }
        return shown;
      };
    },
  },
  "scanned-by-the-service": {
    title: "After an action that brings files, the service appends one of its own to tell that they were scanned.",
    why: "Which links a trace has besides those of its actions is not said; systems act by their own hand.",
    apply(s) {
      onRecord(s, (link, trace) => {
        if (link.files.length === 0) return;
        const of = { author: "scanner@nordwind.example", data: { scanned: link.files.length }, files: [] };
        trace.links.push({ id: randomUUID(), actionKey: "scan", groupLabel: "system", ...of });
      });
    },
  },
  "digests-in-base64": {
    title: "A digest is `sha-256=:…:` with plus, slash and equals signs, as the header Repr-Digest has it.",
    why: "A digest is a string; its form is not shown, so that clients have to encode it in addresses.",
    apply(s) {
      const { digest } = s;
      s.digest = (data) => `sha-256=:${Buffer.from(digest(data), "hex").toString("base64")}:`;
    },
  },
  "folders-in-archives": {
    title: "Entries of an archive lie in a folder for each action, by its number and key.",
    why: "How entries of an archive are named is not said.",
    apply(s) {
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].map((digest) => {
          const { name, data } = s.fileOf(trace, digest, call);
          const at = trace.links.findIndex((link) => link.files.some((file) => file["digest"] === digest));
          return { name: `${String(at + 1)}-${entryName(trace.links[at]?.actionKey ?? "")}/${entryName(name)}`, data };
        });
    },
  },
};
