/** Tokens and logins: how long they live, what they look like, and who may have how many. */
import { generateKeyPairSync, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import { EncryptJWT, generateKeyPair, jwtDecrypt, jwtVerify, SignJWT } from "jose";
import { isObject } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { isJson } from "../../changes/json-answers.ts";
import type { Claims, Service } from "../../service.ts";
import { aroundStep, after, changeResult, onEveryAnswer, type Variants } from "../../tools.ts";

const open = "Token lifetime, refresh, claims and the answer to a bad token are not shown";

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

const tokensOpen = "Token lifetime, refresh and claims are not shown";

const dayAndTwoHours = 26 * 3_600_000;

/** The clock of the service goes so many milliseconds after. */
function slowClock(s: Service, behindMs: number): void {
  const secret = randomBytes(48);
  const now = (): Date => new Date(Date.now() - behindMs);
  s.issueToken = (user, by) =>
    new SignJWT({ via: by })
      .setProtectedHeader({ alg: "HS384", typ: "JWT" })
      .setSubject(user.email)
      .setJti(randomUUID())
      .setIssuedAt(now())
      .setNotBefore(now())
      .setExpirationTime(new Date(now().getTime() + s.tokenSeconds * 1000))
      .sign(secret);
  s.verifyToken = (token) =>
    jwtVerify(token, secret, { algorithms: ["HS384"], currentDate: now() }).then(
      ({ payload }) => ({ email: payload.sub ?? "", via: String(payload["via"]) }),
      () => undefined,
    );
  onEveryAnswer(s, (reply) => ({ ...reply, headers: { ...reply.headers, Date: now().toUTCString() } }));
}

/** A user who logs in again gets the same token as long as it is good for two more seconds. */
function oneToken(s: Service): void {
  const given = new Map<string, { token: Promise<string>; until: number }>();
  aroundStep(s, "issueToken", (issueToken) => (user, by) => {
    const key = `${user.email} ${by}`;
    const known = given.get(key);
    if (known && known.until > Date.now() + 2000) return known.token;
    const token = issueToken(user, by);
    given.set(key, { token, until: Date.now() + s.tokenSeconds * 1000 });
    return token;
  });
}

export const tokens: Variants = {
  "three-sessions": {
    title: "Only the three newest tokens of a user are good: a fourth login ends the first, whose answer is 403 then.",
    why: `${open}; a user has so many sessions, and a lost token ends by logging in anew.`,
    apply(s) {
      s.statuses.token = 403;
      const sessions = new Map<string, string[]>();
      after(s, "issueToken", (token, user) => {
        sessions.set(user.email, [...(sessions.get(user.email) ?? []).slice(-2), token]);
      });
      changeResult(s, "verifyToken", (claims, token) =>
        claims && sessions.get(claims.email)?.includes(token) ? claims : undefined,
      );
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
  "sealed-tokens": {
    title:
      "Tokens are encrypted JWTs of five parts with a changing key id, good for three minutes, new for each login.",
    why: "The token is a JWT, which may be encrypted; claims and lifetime are not shown.",
    apply(s) {
      s.tokenSeconds = 180;
      const keys = new Map<string, Uint8Array>();
      let current = { kid: "", until: 0 };
      s.issueToken = (user, by) => {
        if (current.until < Date.now()) {
          current = { kid: randomBytes(6).toString("hex"), until: Date.now() + 20_000 };
          keys.set(current.kid, randomBytes(32));
        }
        return new EncryptJWT({ via: by, sub: user.email, jti: randomUUID() })
          .setProtectedHeader({ alg: "dir", enc: "A256GCM", typ: "JWT", kid: current.kid })
          .setIssuedAt()
          .setExpirationTime(`${String(s.tokenSeconds)}s`)
          .encrypt(keys.get(current.kid) ?? new Uint8Array());
      };
      s.verifyToken = (token) =>
        jwtDecrypt(token, ({ kid = "" }) => keys.get(kid) ?? new Uint8Array(32)).then(
          ({ payload }) => ({ email: payload.sub ?? "", via: String(payload["via"]) }),
          () => undefined,
        );
    },
  },
  "tokens-of-five-parts": {
    title: "Tokens are encrypted JWTs of five parts, of which the second is empty.",
    why: "The format is JWT, which may be encrypted (RFC 7519); claims are not shown.",
    apply: encryptTokens,
  },
  "five-seats": {
    title: "A user has five tokens at a time: a sixth login ends the oldest, which is refused with 401.",
    why: "Token lifetime is not shown, nor what is answered to a token that is no longer valid.",
    apply(s) {
      const seats = new Map<string, string[]>();
      after(s, "issueToken", (token, user) => {
        seats.set(user.email, [...(seats.get(user.email) ?? []), token].slice(-5));
      });
      changeResult(s, "verifyToken", (claims, token) =>
        claims && seats.get(claims.email)?.includes(token) ? claims : undefined,
      );
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
  "clock-of-yesterday": {
    title: "The clock of the service is 26 hours slow: by any other clock its tokens have ended before they are given.",
    why: `${tokensOpen}; the service goes by its own clock, which nobody has set since it was moved.`,
    apply(s) {
      slowClock(s, dayAndTwoHours);
    },
  },
  "unsigned-but-known": {
    title: "Tokens are unsecured JWTs (alg none) with a random name, and good because the service remembers them.",
    why: `"token format JWT", and RFC 7519, 6 has unsecured ones; the session is kept in the service.`,
    apply(s) {
      const sessions = new Map<string, Claims>();
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
      s.issueToken = (user, by) => {
        const token = `${part({ alg: "none" })}.${part({ jti: randomBytes(24).toString("hex") })}.`;
        sessions.set(token, { email: user.email, via: by });
        return Promise.resolve(token);
      };
      s.verifyToken = (token) => Promise.resolve(sessions.get(token));
    },
  },
  "one-token-a-user": {
    title: "Tokens live for six seconds, and who logs in again gets the one that still lives.",
    why: `${tokensOpen}; a login reads the session of the user before it makes one.`,
    apply(s) {
      s.tokenSeconds = 6;
      oneToken(s);
    },
  },
  "night-shift": {
    title:
      "The clock is ten minutes slow, tokens live for five seconds and are given again while they live; a refusal of " +
      "one is the word no in text/plain, and a page has two links where nothing is said of its size.",
    why: `${tokensOpen}, nor are the answer to a bad token and the default page.`,
    apply(s) {
      s.tokenSeconds = 5;
      slowClock(s, 600_000);
      oneToken(s);
      const { refuse, page } = s;
      s.refuse = (call, error) =>
        error.kind === "token"
          ? { status: 401, headers: { "Content-Type": "text/plain" }, body: "no" }
          : refuse(call, error);
      s.page = (links, args, trace, call) =>
        page(links, args.first === undefined && args.last === undefined ? { ...args, first: 2 } : args, trace, call);
    },
  },
  "tokens-of-kilobytes": {
    title: "Tokens are signed with ES256, carry some kilobytes of permissions and no subject, and last five minutes.",
    why: "Claims, algorithm and lifetime of tokens are not shown; the identity provider puts in what its readers want.",
    apply(s) {
      const keys = generateKeyPair("ES256");
      const may = s.workflows.flatMap(({ id }) =>
        ["read", "write", "search", "download", "sign", "share", "delete", "own"].map((what) => `${id}:${what}`),
      );
      s.issueToken = async (user, by) =>
        new SignJWT({ mail: user.email, via: by, may, groups: may.map((one) => one.slice(-12)) })
          .setProtectedHeader({ alg: "ES256", kid: "2026-01", typ: "at+jwt" })
          .setIssuer("https://id.nordwind.example/")
          .setExpirationTime("5m")
          .sign((await keys).privateKey);
      s.verifyToken = async (token) =>
        jwtVerify(token, (await keys).publicKey, { algorithms: ["ES256"] }).then(
          ({ payload }) => ({ email: String(payload["mail"]), via: String(payload["via"]) }),
          () => undefined,
        );
    },
  },
  "session-portal": {
    title: "Who logs in again soon gets the same token; answers set cookies, are packed by brotli, and some close.",
    why: "The lifetime of tokens and the headers of answers are not shown; a portal stands in front of the service.",
    apply(s) {
      const given = new Map<string, { token: string; until: number }>();
      aroundStep(s, "issueToken", (issueToken) => async (user, by) => {
        const former = given.get(user.email);
        if (former && former.until > Date.now()) return former.token;
        const token = await issueToken(user, by);
        given.set(user.email, { token, until: Date.now() + 60_000 });
        return token;
      });
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
  "tokens-with-an-empty-part": {
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
      changeResult(s, "ok", (reply, call) => {
        if (!call.path.includes("login")) return reply;
        const cookie = `sid=${randomUUID()}; Path=/; HttpOnly; SameSite=Strict`;
        return { ...reply, headers: { ...reply.headers, "Set-Cookie": cookie, "Cache-Control": "no-store" } };
      });
    },
  },
  "short-tokens-few-logins": {
    title: "A token is good for five seconds, and a user may log in thirty times a minute.",
    why: "Token lifetime and limits are not shown.",
    apply(s) {
      s.tokenSeconds = 5;
      const times: number[] = [];
      after(s, "checkLogin", (_user) => {
        const now = Date.now();
        while ((times[0] ?? now) < now - 60_000) times.shift();
        if (times.length >= 30) throw new Refusal("busy", "too many logins");
        times.push(now);
      });
    },
  },
};
