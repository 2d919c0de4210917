import type { JWTPayload } from "jose";
import { EncryptJWT, SignJWT, jwtDecrypt, jwtVerify } from "jose";
import { randomBytes } from "node:crypto";
import { unauthorized } from "../core/refusal.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { TokenPolicy } from "../policy/token.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

/** Tokens of another make. @param verify the subject of a token; rejects for a wrong one */
function replaceTokens(
  hooks: Hooks,
  issue: (userId: string) => Promise<string>,
  verify: (token: string) => Promise<{ payload: JWTPayload }>,
): void {
  hooks.around("token", () => (_call, user) => issue(user.userId));
  hooks.around("authenticate", () => async (_call, authorization) => {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
    const { payload } = await verify(token).catch(() => {
      throw unauthorized("wanted a valid bearer token");
    });
    const user = hooks.directory.byId(payload.sub ?? "");
    if (user === undefined) throw unauthorized("the user no longer exists");
    return user;
  });
}

const lifetime = (title: string, lifetimeS: number): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.token.lifetimeS = lifetimeS;
  });

const claims = (title: string, claims: TokenPolicy["claims"]): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.token.claims = claims;
  });

/** Other readings of what a token is and how long it holds. */
export const tokens: VariantEntries = {
  "token/encrypted": variant("Tokens are encrypted JWTs, whose claims cannot be read.", (hooks) => {
    const secret = randomBytes(32);
    const header = { alg: "dir", enc: "A256GCM" };
    replaceTokens(
      hooks,
      (userId) =>
        new EncryptJWT({}).setProtectedHeader(header).setSubject(userId).setExpirationTime("1h").encrypt(secret),
      (token) => jwtDecrypt(token, secret),
    );
  }),
  "token/hs256": variant("Tokens are signed with a shared secret (HS256) and say no end.", (hooks) => {
    const secret = randomBytes(32);
    replaceTokens(
      hooks,
      (userId) => new SignJWT({}).setProtectedHeader({ alg: "HS256" }).setSubject(userId).setIssuedAt().sign(secret),
      (token) => jwtVerify(token, secret, { algorithms: ["HS256"] }),
    );
  }),
  "token/latest-login-only": variant("A login ends the tokens that its user had before.", (hooks) => {
    const latest = new Map<string, string>();
    hooks.around("token", (issue) => async (call, user) => {
      const token = await issue(call, user);
      latest.set(user.userId, token);
      return token;
    });
    hooks.around("authenticate", (verify) => async (call, authorization) => {
      const user = await verify(call, authorization);
      if (!authorization?.endsWith(` ${latest.get(user.userId) ?? ""}`))
        throw unauthorized("another login ended the token");
      return user;
    });
  }),
  "token/long-lived": lifetime("A token lives a year.", 365 * 24 * 3600),
  "token/many-claims": claims("A token carries the groups and the e-mail of its user.", ({ email, groups }) => ({
    email,
    groups,
    scope: "traces:read traces:write",
    aud: "trace-service",
  })),
  "token/no-claims": claims("A token names nobody but its user.", () => ({})),
  "token/short-lived": lifetime("A token lives two minutes.", 120),
};
