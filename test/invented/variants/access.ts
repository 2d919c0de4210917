import { randomUUID } from "node:crypto";
import { generateKeyPair, jwtVerify, SignJWT } from "jose";
import { isObject } from "../../lib/service/json.ts";
import type { Variants } from "../tools.ts";

const open = "Token lifetime, refresh, claims and the answer to a bad token are not shown";

export const access: Variants = {
  "three-sessions": {
    title: "Only the three newest tokens of a user are good: a fourth login ends the first, whose answer is 403 then.",
    why: `${open}; a user has so many sessions, and a lost token ends by logging in anew.`,
    apply(s) {
      s.statuses.token = 403;
      const { issueToken, verifyToken } = s;
      const sessions = new Map<string, string[]>();
      s.issueToken = async (user, by) => {
        const token = await issueToken(user, by);
        sessions.set(user.email, [...(sessions.get(user.email) ?? []).slice(-2), token]);
        return token;
      };
      s.verifyToken = async (token, call) => {
        const claims = await verifyToken(token, call);
        return claims && sessions.get(claims.email)?.includes(token) ? claims : undefined;
      };
    },
  },
  "long-tokens": {
    title:
      "A token is more than 4 KB long, signed with RS256, and has permissions among its claims but no subject; the " +
      "login also answers with a refresh token and the lifetime, and a refusal of the token has no body.",
    why: `${open}; identity providers put all that a user may do into the token.`,
    apply(s) {
      const keys = generateKeyPair("RS256");
      const permissions = Array.from({ length: 90 }, (_, n) => `nordwind:register-${String(n)}:read-and-append`);
      s.issueToken = async (user, by) =>
        new SignJWT({ "https://nordwind.example/user": user.email, amr: [by], permissions })
          .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: "2026-03" })
          .setIssuer("https://login.nordwind.example/")
          .setAudience(["traces", "workflows"])
          .setJti(randomUUID())
          .setIssuedAt()
          .setExpirationTime("1h")
          .sign((await keys).privateKey);
      s.verifyToken = async (token) =>
        jwtVerify(token, (await keys).publicKey, { algorithms: ["RS256"], audience: "traces" }).then(
          ({ payload }) => ({ email: String(payload["https://nordwind.example/user"]), via: String(payload["amr"]) }),
          () => undefined,
        );
      const { ok, refuse } = s;
      s.ok = (call, data) =>
        isObject(data) && Object.hasOwn(data, "token")
          ? ok(call, { tokenType: "Bearer", expiresIn: 3600, ...data, refreshToken: randomUUID() })
          : ok(call, data);
      s.refuse = (call, error) =>
        error.kind === "token"
          ? { status: 401, headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' } }
          : refuse(call, error);
    },
  },
  "short-tokens": {
    title: "A token lives for three seconds; then the answer is 401 until the client has logged in again.",
    why: "Token lifetime is not shown; a token that ends soon is of little use to a thief.",
    apply(s) {
      s.tokenSeconds = 3;
    },
  },
};
