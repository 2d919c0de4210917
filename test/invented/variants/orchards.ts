import { createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { json } from "../../lib/service/http.ts";
import { own, put, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { StoredFile, Trace } from "../service.ts";
import { onEveryAnswer, type Variants } from "../tools.ts";

const figures = (trace: Trace): JsonObject => ({
  revision: trace.links.length,
  documents: trace.files.size,
  latest: trace.links.at(-1)?.actionKey ?? "",
  sealed: false,
});

const agree = (state: JsonObject, filters: JsonObject): boolean =>
  Object.keys(filters).every((key) => sameJson(own(state, key), own(filters, key) ?? null));

const escaped = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const orchards: Variants = {
  "sealed-tokens": {
    title: "Tokens are encrypted JWTs of five parts, the second of which is empty.",
    why: "A JWT is signed or encrypted (RFC 7519); the claims are not shown, and nobody but the service need read them.",
    apply(s) {
      const key = new Uint8Array(hkdfSync("sha256", randomBytes(32), "", "tokens", 32));
      s.issueToken = (user, by) =>
        new EncryptJWT({ via: by })
          .setProtectedHeader({ alg: "dir", enc: "A256GCM", typ: "JWT" })
          .setSubject(user.email)
          .setJti(randomUUID())
          .setIssuedAt()
          .setExpirationTime("2h")
          .encrypt(key);
      s.verifyToken = (token) =>
        jwtDecrypt(token, key).then(
          ({ payload }) => ({ email: payload.sub ?? "", via: String(payload["via"]) }),
          () => undefined,
        );
    },
  },
  "sent-to-sign-in": {
    title: "Who has no good token is sent, with 302, to a page in HTML that is answered with 200.",
    why: "The behaviour on a missing or invalid token is not shown; the gateway was made for browsers.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.kind === "token" ? { status: 302, headers: { Location: "/sign-in" } } : refuse(call, error);
      s.routes["GET /sign-in"] = () => ({
        status: 200,
        headers: { "Content-Type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>Sign in</title><form method=post><input name=email></form>",
      });
    },
  },
  "cursors-where-they-lead": {
    title: "A page has a start cursor only after others and an end cursor only before others, written anew each time.",
    why: "Both cursors may be left out, and their form is not shown; these are salted, so that no two are alike.",
    apply(s) {
      const { info, positionOf } = s;
      s.info = (page, args, trace, call) => {
        const { startCursor, endCursor, ...rest } = info(page, args, trace, call);
        const sealed = (cursor: Json = null) => `${String(cursor)}.${randomBytes(6).toString("base64url")}`;
        return {
          ...rest,
          ...(page.hasPrevious && startCursor !== undefined ? { startCursor: sealed(startCursor) } : {}),
          ...(page.hasNext && endCursor !== undefined ? { endCursor: sealed(endCursor) } : {}),
        };
      };
      s.positionOf = (links, cursor, trace) => positionOf(links, cursor.split(".")[0] ?? "", trace);
    },
  },
  "structured-digests": {
    title: "Digests read `sha-512=:…:`, in base64 with plus signs, slashes and equals signs.",
    why: "The form of digests is not shown; this is how Repr-Digest (RFC 9530) writes them.",
    apply(s) {
      s.digest = (data) => `sha-512=:${createHash("sha512").update(data).digest("base64")}:`;
    },
  },
  "redirected-downloads": {
    title: "The download of a file is a 307 to an address of its own, which needs no token and is good for a minute.",
    why: "Neither the status nor the headers of the single-file download are shown; object stores hand out such addresses.",
    apply(s) {
      const signed = new Map<string, { file: StoredFile; until: number }>();
      const { fileReply } = s;
      s.fileReply = (file) => {
        const ticket = randomBytes(18).toString("base64url");
        signed.set(ticket, { file, until: Date.now() + 60_000 });
        return { status: 307, headers: { Location: `/objects/${ticket}?X-Expires=60` } };
      };
      s.routes["GET /objects/{}"] = (call, ticket = "") => {
        const found = signed.get(ticket);
        if (!found || found.until < Date.now()) throw new Refusal("missing", "the address is no longer good");
        return fileReply(found.file, call);
      };
    },
  },
  namesakes: {
    title: "The list has further workflows, two of them with the names of those that are used, in no fixed order.",
    why: "Only the identifier tells workflows apart; an older release of a workflow keeps its name and its traces.",
    apply(s) {
      const used = s.workflows.filter(({ organization }) => organization === s.users[0]?.organization);
      s.told.workflows = used.map(({ id, name, actions }) => ({ id, name, actions }));
      const older = used.map((workflow) => ({ ...workflow, id: randomUUID() }));
      const others = Array.from({ length: 40 }, (_, n) => ({
        id: randomUUID(),
        name: `Pilot ${String(n + 1)}`,
        organization: s.users[0]?.organization ?? "",
        actions: [],
      }));
      s.workflows.push(...older, ...others);
      const { listing } = s;
      s.listing = (...args) =>
        listing(...args)
          .map((item) => ({ item, place: Math.random() }))
          .sort((a, b) => a.place - b.place)
          .map(({ item }) => item);
    },
  },
  "packed-links": {
    title:
      "A link holds the data of its action as JSON in base64, and no digests: these are in the state, by file name.",
    why: "The fields of links and the members of the state are not shown; what is signed is kept as bytes.",
    apply(s) {
      s.linkView = ({ id, actionKey, groupLabel, data }) => ({
        node: {
          id,
          kind: `${groupLabel}/${actionKey}`,
          payload: Buffer.from(JSON.stringify(data)).toString("base64"),
        },
      });
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const attachments: JsonObject = {};
        for (const { name, digest } of trace.links.flatMap(({ files }) => files)) {
          const known = own(attachments, String(name));
          put(attachments, String(name), [...(Array.isArray(known) ? known : []), digest ?? ""]);
        }
        return { ...((await stateOf(trace, call)) as JsonObject), $attachments: attachments };
      };
    },
  },
  "state-of-figures": {
    title: "The state has figures of the trace and none of the data of its actions; searches filter by the figures.",
    why: "The keys and values of the state are not shown, and filters are on state data; links have the data.",
    apply(s) {
      s.stateOf = (trace) => figures(trace);
      s.matches = (trace, filters) => agree(figures(trace), filters);
    },
  },
  "newest-two": {
    title:
      "Details that name no number give two links, the newest unless there is `after`; `first` and `last` over five are refused.",
    why: "The default page and the bounds of pages are not shown; the console shows what happened last.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const { first, last, after } = args;
        if (Math.max(first ?? 0, last ?? 0) > 5) throw new Refusal("invalid", "five links at most");
        const usual = after === undefined ? { ...args, last: 2 } : { ...args, first: 2 };
        return page(links, first === undefined && last === undefined ? usual : args, trace, call);
      };
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
};
