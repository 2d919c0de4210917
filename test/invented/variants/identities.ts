import { randomBytes, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { Claims, Service } from "../service.ts";
import { onEveryAnswer, type Variants } from "../tools.ts";

const open = "Token lifetime, refresh and claims are not shown";

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
  const { issueToken } = s;
  const given = new Map<string, { token: Promise<string>; until: number }>();
  s.issueToken = (user, by) => {
    const key = `${user.email} ${by}`;
    const known = given.get(key);
    if (known && known.until > Date.now() + 2000) return known.token;
    const token = issueToken(user, by);
    given.set(key, { token, until: Date.now() + s.tokenSeconds * 1000 });
    return token;
  };
}

/** Who somebody is, and what something is called. */
export const identities: Variants = {
  "clock-of-yesterday": {
    title: "The clock of the service is 26 hours slow: by any other clock its tokens have ended before they are given.",
    why: `${open}; the service goes by its own clock, which nobody has set since it was moved.`,
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
    why: `${open}; a login reads the session of the user before it makes one.`,
    apply(s) {
      s.tokenSeconds = 6;
      oneToken(s);
    },
  },
  "guids-of-another-variant": {
    title: "Ids are GUIDs with the variant bits of Microsoft, version E, all in capitals, and count upwards.",
    why: "An id is a UUID, of which version and letters are not shown; the database makes them one after the other.",
    apply(s) {
      let count = 0x4f3a21;
      const tail = randomBytes(6).toString("hex");
      const next = (): string => {
        count += 1;
        return `${count.toString(16).padStart(8, "0")}-7b1c-e911-c0aa-${tail}`;
      };
      const { newTrace, record, findTrace } = s;
      s.newTrace = (workflow) => ({ ...newTrace(workflow), id: next().toUpperCase() });
      s.record = async (...args) => {
        const recorded = await record(...args);
        recorded.link.id = next().toUpperCase();
        return recorded;
      };
      s.findTrace = (user, id, call) => {
        const known = s.traces.get(id.toUpperCase());
        return known?.workflow.organization === user.organization ? known : findTrace(user, id, call);
      };
    },
  },
  "night-shift": {
    title:
      "The clock is ten minutes slow, tokens live for five seconds and are given again while they live; a refusal of " +
      "one is the word no in text/plain, and a page has two links where nothing is said of its size.",
    why: `${open}, nor are the answer to a bad token and the default page.`,
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
};
