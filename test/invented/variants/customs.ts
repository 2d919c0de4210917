import { createHash, randomBytes } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { own, put, type Json, type JsonObject } from "../../lib/service/json.ts";
import { zip } from "../../lib/service/zip.ts";
import { present } from "../process.ts";
import type { Service } from "../service.ts";
import type { Variants } from "../tools.ts";

/** Tokens that only the service can read. */
function encryptTokens(s: Service): void {
  const key = randomBytes(32);
  s.issueToken = (user, by) =>
    new EncryptJWT({ via: by })
      .setProtectedHeader({ alg: "dir", enc: "A256GCM", cty: "JWT" })
      .setSubject(user.email)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + s.tokenSeconds)
      .encrypt(key);
  s.verifyToken = (token) =>
    jwtDecrypt(token, key).then(
      ({ payload }) => ({ email: payload.sub ?? "", via: String(payload["via"]) }),
      () => undefined,
    );
}

/** The house rules of services: tokens, and how they keep and show what was done. */
export const customs: Variants = {
  "encrypted-tokens": {
    title: "Tokens are encrypted JWTs of five parts, of which the second is empty.",
    why: "The format is JWT, which may be encrypted (RFC 7519); claims are not shown.",
    apply: encryptTokens,
  },
  "five-seats": {
    title: "A user has five tokens at a time: a sixth login ends the oldest, which is refused with 401.",
    why: "Token lifetime is not shown, nor what is answered to a token that is no longer valid.",
    apply(s) {
      const seats = new Map<string, string[]>();
      const { issueToken, verifyToken } = s;
      s.issueToken = async (user, by) => {
        const token = await issueToken(user, by);
        seats.set(user.email, [...(seats.get(user.email) ?? []), token].slice(-5));
        return token;
      };
      s.verifyToken = async (token, call) => {
        const claims = await verifyToken(token, call);
        return claims && seats.get(claims.email)?.includes(token) ? claims : undefined;
      };
    },
  },
  "patches-for-links": {
    title: "A link is a list of operations on the state, as in JSON Patch, and of attachments; it has no id.",
    why: "Fields of a link are not shown, and an event log keeps changes, not messages.",
    apply(s) {
      s.linkView = ({ data, files, author }, trace) => ({
        who: author,
        base: trace.id,
        ops: Object.keys(data).map((key) => ({
          op: "add",
          path: `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
          value: own(data, key) ?? null,
        })),
        with: files.map((file) => [file["name"] ?? null, file["digest"] ?? null]),
      });
    },
  },
  "state-of-histories": {
    title: "The state has, for each key, all the values it ever had, the last one first.",
    why: "Keys and values of the state are not shown; who audits wants the former values too.",
    apply(s) {
      present(s, (_data, trace) => {
        const fields: JsonObject = {};
        trace.links.forEach(({ data }, at) => {
          for (const key of Object.keys(data)) {
            const former = own(fields, key);
            const values: Json[] = Array.isArray(former) ? former : [];
            put(fields, key, [{ step: at + 1, value: own(data, key) ?? null }, ...values]);
          }
        });
        return { revision: trace.links.length, fields };
      });
    },
  },
  "each-attachment-its-digest": {
    title: "The same content attached again has another digest: a sum over the content and a number, with a colon.",
    why: "Files are identified inside a trace by a digest; over what it is taken is not shown.",
    apply(s) {
      s.keepFiles = (trace, files, call) =>
        files.map(({ part, name, data }) => {
          const number = trace.files.size + 1;
          const sum = createHash("sha1")
            .update(`${String(number)}\n`)
            .update(data)
            .digest("base64url");
          const digest = `sha1:${sum}:${String(number)}`;
          trace.files.set(digest, { digest, name, data, face: call.face });
          return { digest, name, part, size: data.length };
        });
    },
  },
  "folders-in-archives": {
    title: "In an archive each file lies in a folder of its own; the folders are entries, and there is a comment.",
    why: "The answer is a zip archive with the requested files; how they lie in it is not shown.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)].flatMap((digest, at) => {
          const folder = `${trace.id}/${String(at + 1).padStart(3, "0")}/`;
          const files = zipEntries(trace, [digest], call).map(({ name, data }) => ({ name: folder + name, data }));
          return [{ name: folder, data: Buffer.alloc(0) }, ...files];
        });
      s.pack = (entries) => zip(entries, { comment: "Exported by Nordwind. Confidential – ⚓" });
    },
  },
};
