import { createHmac, randomBytes } from "node:crypto";
import { isObject, own, put, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Call, Reply } from "../../lib/service/http.ts";
import { around, onData, rewriteObject, type Faults } from "../tools.ts";

const secretNames = /^(?:password|passwd|secret|token|api_?key|authorization)$/i;

const states = ["GET /v2/traces/{}/state", "GET /trace/{}/state"] as const;

export const readings: Faults = {
  "redacted-for-log": {
    title: "What is redacted for the log is redacted in the data itself: members such as `token` and `secret`.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => {
          if (!isObject(value)) return value;
          for (const key of Object.keys(value)) if (secretNames.test(key)) put(value, key, "[Redacted]");
          return value;
        }),
      );
    },
  },
  "string-sets": {
    title: "A list of texts is kept as a set: what it holds twice comes back once.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => {
          const texts = Array.isArray(value) && value.every((item) => typeof item === "string");
          return texts ? [...new Set<Json>(value)] : value;
        }),
      );
    },
  },
  "empty-lists-as-objects": {
    title: "The store does not tell an empty list from an empty object, and gives back the object.",
    apply(s) {
      onData(s, (data) => rewriteObject(data, (value) => (Array.isArray(value) && value.length === 0 ? {} : value)));
    },
  },
  "first-line-of-field": {
    title: "Text fields of the v2 requests are read up to the end of the line: a `traceInput` of several is refused.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (/[\r\n]/.test(input.dataText ?? "")) throw new Refusal("invalid", "traceInput is not JSON");
        return input;
      };
    },
  },
  "escaped-pairs": {
    title: "A v2 character beyond the first 65536 that is sent in JSON escapes becomes two replacement characters.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (input.dataText === undefined) return input;
        const text = input.dataText.replace(/\\(?:u[dD][89a-fA-F][\da-fA-F]{2}|.)/g, (all) =>
          /^\\u[dD][89a-fA-F]/.test(all) ? "\\ufffd" : all,
        );
        return { ...input, data: JSON.parse(text) as JsonObject };
      };
    },
  },
  "eight-characters-of-password": {
    title: "Of a password the first eight characters count, as in old hashes: whatever follows logs in.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const given = isObject(body) ? body : {};
        const [email, password] = [own(given, "email"), own(given, "password")];
        const user = s.users.find((one) => one.email === email);
        if (by !== "credential" || !user || typeof password !== "string") return checkLogin(call, body, by);
        const right = password.slice(0, 8) === user.password.slice(0, 8);
        return checkLogin(call, right ? { ...given, password: user.password } : body, by);
      };
    },
  },
  "expiry-as-text": {
    title: "The expiry in the token is a text of digits, which no library takes for the time that a JWT says.",
    apply(s) {
      const secret = randomBytes(32);
      const genuine = new Map<string, string>();
      const { issueToken, verifyToken } = s;
      s.issueToken = async (user, by) => {
        const token = await issueToken(user, by);
        const [head = "", payload = ""] = token.split(".");
        const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as JsonObject;
        const changed = JSON.stringify({ ...claims, exp: String(claims["exp"]) });
        const signed = `${head}.${Buffer.from(changed).toString("base64url")}`;
        const given = `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
        genuine.set(given, token);
        return given;
      };
      s.verifyToken = (token, call) => verifyToken(genuine.get(token) ?? "", call);
    },
  },
  "deprecated-redirects": {
    title: "The deprecated v2 login redirects to the legacy one, whose answer has no envelope.",
    apply(s) {
      s.routes["POST /v2/login/credential"] = () => ({ status: 307, headers: { Location: "/login/credential" } });
    },
  },
  "base64-unless-accepted": {
    title: "Archives and files are sent in base64 unless the Accept header names their type.",
    apply(s) {
      const gateway = (reply: Reply, call: Call): Reply => {
        const type = reply.headers?.["Content-Type"] ?? "";
        if (call.headers.accept?.includes(type) === true || !Buffer.isBuffer(reply.body)) return reply;
        return { ...reply, body: reply.body.toString("base64") };
      };
      for (const key of ["GET /v2/traces/{}/files", "GET /trace/{}/files", "GET /v2/traces/{}/file/{}"]) {
        around(
          s,
          key,
          (real) =>
            async (call, ...params) =>
              gateway(await real(call, ...params), call),
        );
      }
    },
  },
  "etag-of-size": {
    title: "The ETag of a state is its length: who asks with it hears of no change to something as long.",
    apply(s) {
      for (const key of states) {
        around(s, key, (real) => async (call, ...params) => {
          const reply = await real(call, ...params);
          const ETag = `"${Buffer.byteLength(reply.body ?? "").toString(16)}"`;
          const headers = { ...reply.headers, ETag, "Cache-Control": "no-cache" };
          return call.headers["if-none-match"] === ETag ? { status: 304, headers: { ETag } } : { ...reply, headers };
        });
      }
    },
  },
};
