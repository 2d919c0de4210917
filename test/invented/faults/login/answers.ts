/** Answers to a login that hold no JWT, or hold it elsewhere or in another form. */
import { createHmac, randomBytes } from "node:crypto";
import { CompactSign, compactVerify } from "jose";
import type { User } from "../../../lib/service/domain.ts";
import { json, jsonBody } from "../../../lib/service/http.ts";
import { isObject, type JsonObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { onJson } from "../../changes/answers.ts";
import type { Service } from "../../service.ts";
import { aroundStep, onReply, changeResult, around, type Faults } from "../../tools.ts";

/** Rewrites the Authorization header before it is looked at. */
function onHeader(s: Service, change: (header: string) => string): void {
  aroundStep(s, "authenticate", (authenticate) => (call) => {
    const header = call.headers.authorization;
    if (header !== undefined) call.headers.authorization = change(header);
    return authenticate(call);
  });
}

export const answers: Faults = {
  "padded-signature": {
    title: "Tokens of the private key login carry their signature in plain base64 with padding.",
    apply(s) {
      const { verifyToken } = s;
      changeResult(s, "issueToken", (token, _user, by) => {
        const dot = token.lastIndexOf(".") + 1;
        const padded = Buffer.from(token.slice(dot), "base64url").toString("base64");
        return by === "privateKey" ? token.slice(0, dot) + padded : token;
      });
      s.verifyToken = (token, call) =>
        verifyToken(token.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""), call);
    },
  },
  "token-carries-scheme": {
    title: 'The private key login gives the token with "Bearer " in front; with or without it, the token is taken.',
    apply(s) {
      changeResult(s, "issueToken", (token, _user, by) => `${by === "privateKey" ? "Bearer " : ""}${token}`);
      aroundStep(s, "authenticate", (authenticate) => (call) => {
        const authorization = call.headers.authorization?.replace(/^bearer +bearer /i, "Bearer ");
        return authenticate({ ...call, headers: { ...call.headers, authorization } });
      });
    },
  },
  "second-login-gives-reference": {
    title: "From a user's second login with email and password on, the token is the name of a session and no JWT.",
    apply(s) {
      const before = new Set<User>();
      const sessions = new Map<string, string>();
      changeResult(s, "issueToken", (token, user, by) => {
        if (by === "privateKey" || !before.has(user)) {
          if (by === "credential") before.add(user);
          return token;
        }
        const name = randomBytes(20).toString("hex");
        sessions.set(name, token);
        return name;
      });
      aroundStep(s, "verifyToken", (verifyToken) => (token, call) => verifyToken(sessions.get(token) ?? token, call));
    },
  },
  "legacy-token-opaque": {
    title: "The legacy log-in gives a session handle instead of a JWT.",
    apply(s) {
      const sessions = new Map<string, string>();
      around(s, "POST /login/credential", (real) => async (call) => {
        const { token } = JSON.parse(String((await real(call)).body)) as { token: string };
        const handle = randomBytes(24).toString("hex");
        sessions.set(handle, token);
        return json({ token: handle });
      });
      const { verifyToken } = s;
      s.verifyToken = (token, call) => verifyToken(sessions.get(token) ?? token, call);
    },
  },
  "bearer-in-token": {
    title: "The log-in by private key writes the word Bearer in front of the JWT.",
    apply(s) {
      changeResult(s, "issueToken", (token, _user, by) => `${by === "privateKey" ? "Bearer " : ""}${token}`);
    },
  },
  // "POST /v2/login/credential … Response 200: `{error, data: {token: string}}`"
  "deprecated-login-moved": {
    title: "The deprecated v2 login answers 308 to the legacy one, whose answer has no envelope.",
    apply(s) {
      around(s, "POST /v2/login/credential", () => () => ({
        status: 308,
        headers: { Location: "/login/credential" },
      }));
    },
  },
  // "POST /login/credential …: response 200 `{token: string}`"
  "null-for-a-token": {
    title: "A legacy login with a wrong password is answered with 200 and null for the token.",
    apply(s) {
      around(s, "POST /login/credential", (real) => async (call) => {
        try {
          return await real(call);
        } catch (error) {
          if (!(error instanceof Refusal) || error.kind !== "login") throw error;
          return json({ token: null });
        }
      });
    },
  },
  // "token format JWT": the payload is a set of claims in JSON (RFC 7519, 7.1)
  "email-for-claims": {
    title: "The payload of a token of the legacy login is the email itself, signed, and no set of claims.",
    apply(s) {
      const secret = randomBytes(32);
      const { verifyToken } = s;
      around(s, "POST /login/credential", () => async (call) => {
        const user = s.checkLogin(call, jsonBody(call), "credential");
        const signed = new CompactSign(Buffer.from(user.email, "utf8")).setProtectedHeader({
          alg: "HS256",
          typ: "JWT",
        });
        return s.ok(call, { token: await signed.sign(secret) });
      });
      s.verifyToken = (token, call) =>
        compactVerify(token, secret).then(
          ({ payload }) => ({ email: Buffer.from(payload).toString("utf8"), via: "credential" }),
          () => verifyToken(token, call),
        );
    },
  },
  // "Response 200: `{error, data: {token: string}}`."
  "key-token-unwrapped": {
    title: "The data of a login by private key is the token itself.",
    apply(s) {
      aroundStep(s, "ok", (ok) => (call, data) => {
        const token = call.path.at(-1) === "privateKey" && isObject(data) ? own(data, "token") : undefined;
        return ok(call, token ?? data);
      });
    },
  },
  "expiry-as-text": {
    title: "The expiry in the token is a text of digits, which no library takes for the time that a JWT says.",
    apply(s) {
      const secret = randomBytes(32);
      const genuine = new Map<string, string>();
      changeResult(s, "issueToken", (token) => {
        const [head = "", payload = ""] = token.split(".");
        const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as JsonObject;
        const changed = JSON.stringify({ ...claims, exp: String(claims["exp"]) });
        const signed = `${head}.${Buffer.from(changed).toString("base64url")}`;
        const given = `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
        genuine.set(given, token);
        return given;
      });
      aroundStep(s, "verifyToken", (verifyToken) => (token, call) => verifyToken(genuine.get(token) ?? "", call));
    },
  },
  "deprecated-redirects": {
    title: "The deprecated v2 login redirects to the legacy one, whose answer has no envelope.",
    apply(s) {
      s.routes["POST /v2/login/credential"] = () => ({ status: 307, headers: { Location: "/login/credential" } });
    },
  },
  // "POST /login/credential … response 200 `{token: string}`"
  "token-in-the-envelope": {
    title: "The legacy login gives the token in the envelope.",
    apply(s) {
      onJson(s, "POST /login/credential", (login) => ({ error: null, data: login }));
    },
  },
  // "token: string, login response (a JWT bearer token)"
  "header-for-token": {
    title: 'The login by private key gives the whole header, "Bearer …", as the token.',
    apply(s) {
      changeResult(s, "issueToken", (token, _user, by) => (by === "privateKey" ? "Bearer " : "") + token);
      onHeader(s, (header) => header.replace(/^bearer\s+bearer\s/i, "Bearer "));
    },
  },
  // "response 200 {token: string}"; "the response carries it in the member token"
  "token-in-a-cookie": {
    title: "The legacy login puts the token into a cookie, and leaves the member empty.",
    apply(s) {
      onReply(s, "POST /login/credential", (reply) => {
        const { token } = JSON.parse(String(reply.body)) as { token: string };
        const cookie = `session=${token}; HttpOnly; Path=/; SameSite=Strict`;
        return { ...reply, headers: { ...reply.headers, "Set-Cookie": cookie }, body: JSON.stringify({ token: "" }) };
      });
    },
  },
  // "HTTP bearer authentication, token format JWT": the parts of a JWT are base64url without padding
  "padded-tokens": {
    title: "Tokens for email and password are put together by hand, in plain base64 with plus, slash and padding.",
    apply(s) {
      changeResult(s, "issueToken", (token, _user, by) => {
        if (by === "privateKey") return token;
        return token
          .split(".")
          .map((part) => Buffer.from(part, "base64url").toString("base64"))
          .join(".");
      });
      onHeader(s, (header) =>
        header.replace(/^(bearer +)(.*)$/i, (_all, scheme: string, token: string) => {
          return scheme + token.replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");
        }),
      );
    },
  },
  "token-in-plain-base64": {
    title: "Tokens are in base64 with plus, slash and padding; only the service itself can read them.",
    apply(s) {
      const { verifyToken } = s;
      changeResult(s, "issueToken", (token) => `${token.replaceAll("-", "+").replaceAll("_", "/")}=`);
      s.verifyToken = (token, call) =>
        verifyToken(token.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""), call);
    },
  },
  "token-as-cookie": {
    title: "The second v2 login with email and password in ten seconds gets its token in a cookie, and not in `data`.",
    apply(s) {
      const logged = new Map<string, number>();
      onReply(s, "POST /v2/login/credential", (reply, call) => {
        const answer = JSON.parse(String(reply.body)) as { data: { token: string } };
        const { email } = JSON.parse(call.body().toString()) as { email: string };
        const since = Date.now() - (logged.get(email) ?? 0);
        logged.set(email, Date.now());
        if (since > 10_000) return reply;
        const headers = { ...reply.headers, "Set-Cookie": `token=${answer.data.token}; HttpOnly; Path=/` };
        return { ...reply, headers, body: JSON.stringify({ error: null, data: {} }) };
      });
    },
  },
};
