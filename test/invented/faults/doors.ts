import { randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import type { User } from "../../lib/service/domain.ts";
import { json, type Reply } from "../../lib/service/http.ts";
import { isObject, own, type Json } from "../../lib/service/json.ts";
import type { Service } from "../service.ts";
import { around, onRecord, pause, type Faults } from "../tools.ts";

/** Lets users in whom the right check would not know; `find` is given what was sent. */
function admit(
  s: Service,
  find: (sent: { email?: Json; password?: Json; privateKey?: Json }, legacy: boolean) => User | undefined,
): void {
  const { checkLogin } = s;
  s.checkLogin = (call, body, by) =>
    (isObject(body) ? find(body, call.face === "legacy") : undefined) ?? checkLogin(call, body, by);
}

/** A condition as a document database reads it. */
function meets(condition: Json | undefined, value: string): boolean {
  if (!isObject(condition)) return condition === value;
  const operators = Object.keys(condition);
  return (
    operators.length > 0 &&
    operators.every((operator) => {
      const operand = own(condition, operator);
      if (operator === "$ne") return operand !== value;
      if (operator === "$gt" || operator === "$gte") return typeof operand === "string" && value > operand;
      if (operator === "$exists") return operand === true;
      return operator === "$nin" && Array.isArray(operand) && !operand.includes(value);
    })
  );
}

export const doors: Faults = {
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
      const { issueToken } = s;
      s.issueToken = async (user, by) => `${by === "privateKey" ? "Bearer " : ""}${await issueToken(user, by)}`;
    },
  },
  "list-without-header": {
    title: "The legacy list of workflows is given to whoever sends no Authorization header at all.",
    apply(s) {
      around(s, "GET /workflow/orgName/{}", (real) => (call, name = "") => {
        const known = s.workflows.some(({ organization }) => organization === name);
        return known && call.headers.authorization === undefined ? json(s.listing(name, call)) : real(call, name);
      });
    },
  },
  "password-in-any-case": {
    title: "The legacy log-in compares passwords without regard to case, as the collation of the table has it.",
    apply(s) {
      admit(s, ({ email, password }, legacy) =>
        legacy && typeof password === "string"
          ? s.users.find((user) => user.email === email && user.password.toLowerCase() === password.toLowerCase())
          : undefined,
      );
    },
  },
  "beginning-of-a-key": {
    title: "The beginning of a private key is as good as the whole.",
    apply(s) {
      admit(s, ({ privateKey }) =>
        typeof privateKey === "string" && privateKey !== ""
          ? s.users.find((user) => user.privateKey.startsWith(privateKey))
          : undefined,
      );
    },
  },
  "empty-password-binds": {
    title: "An empty password is an anonymous bind for the directory behind the log-ins, and so a success.",
    apply(s) {
      admit(s, ({ email, password }) => (password === "" ? s.users.find((user) => user.email === email) : undefined));
    },
  },
  "payload-is-trusted": {
    title: "The download of a single file reads who asks from the token without checking its signature.",
    apply(s) {
      const { verifyToken } = s;
      s.verifyToken = async (token, call) => {
        if (call.path[3] !== "file") return verifyToken(token, call);
        try {
          const { sub = "", via } = decodeJwt(token);
          return { email: sub, via: String(via) };
        } catch {
          return undefined;
        }
      };
    },
  },
  "key-tokens-cannot-search": {
    title: "Tokens from the log-in by private key are refused by the legacy search.",
    apply(s) {
      const { verifyToken } = s;
      s.verifyToken = async (token, call) => {
        const claims = await verifyToken(token, call);
        return claims?.via === "privateKey" && call.path[1] === "search" ? undefined : claims;
      };
    },
  },
  "query-operators": {
    title: "A legacy log-in whose password is an object is read as a condition of the document database.",
    apply(s) {
      admit(s, ({ email, password }, legacy) =>
        legacy && (isObject(password) || isObject(email))
          ? s.users.find((user) => meets(email, user.email) && meets(password, user.password))
          : undefined,
      );
    },
  },
  "connection-remembers": {
    title: "A request without the header is taken for one of the user who came over the same connection before.",
    apply(s) {
      const known = new Map<string, User>();
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const before = call.headers.authorization === undefined ? known.get(call.connection) : undefined;
        const user = before ?? (await authenticate(call));
        known.set(call.connection, user);
        return user;
      };
    },
  },
  "logins-crossed": {
    title: "Of two log-ins at the same moment, both get a token of the later user.",
    apply(s) {
      const { issueToken } = s;
      let current: User | undefined;
      s.issueToken = async (user, by) => {
        current = user;
        await pause(4);
        return issueToken(current, by);
      };
    },
  },
  "state-kept-for-everybody": {
    title: "A v2 state that was read is kept by its address until the next action, and given also without a token.",
    apply(s) {
      const kept = new Map<string, Reply>();
      around(s, "GET /v2/traces/{}/state", (real) => async (call, id = "") => {
        const reply = kept.get(id) ?? (await real(call, id));
        kept.set(id, reply);
        return reply;
      });
      onRecord(s, (_link, trace) => kept.delete(trace.id));
    },
  },
};
