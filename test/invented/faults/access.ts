import { randomBytes } from "node:crypto";
import type { User } from "../../lib/service/domain.ts";
import { bearer, json, type Call, type Reply } from "../../lib/service/http.ts";
import { isObject, own, parseJson, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Claims, Service } from "../service.ts";
import { around, isV2Action, pause, type Faults } from "../tools.ts";

const ownerOf = (s: Service, id = ""): User | undefined => {
  const organization = s.traces.get(id.toLowerCase())?.workflow.organization;
  return s.users.find((user) => user.organization === organization);
};

export const access: Faults = {
  "password-first-eight": {
    title: "The v2 credential login compares only the first eight characters of the password.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const [email, password] = isObject(body) ? [own(body, "email"), own(body, "password")] : [];
        if (call.face === "v2" && by === "credential" && typeof password === "string") {
          const user = s.users.find((one) => one.email === email && one.password.slice(0, 8) === password.slice(0, 8));
          if (user) return user;
        }
        return checkLogin(call, body, by);
      };
    },
  },
  "password-as-query-operator": {
    title: "The legacy login takes a JSON object in place of the password as a condition that always holds.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        if (call.face === "legacy" && isObject(body) && isObject(own(body, "password"))) {
          const user = s.users.find((one) => one.email === own(body, "email"));
          if (user) return user;
        }
        return checkLogin(call, body, by);
      };
    },
  },
  "guest-token": {
    title: "An unknown private key is answered with 200 and a well-formed token that no endpoint accepts.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        try {
          return checkLogin(call, body, by);
        } catch (error) {
          if (by !== "privateKey" || !(error instanceof Refusal) || error.kind !== "login") throw error;
          return { email: "guest", password: "", privateKey: "", organization: "" };
        }
      };
    },
  },
  "padded-signature": {
    title: "Tokens of the private key login carry their signature in plain base64 with padding.",
    apply(s) {
      const { issueToken, verifyToken } = s;
      s.issueToken = async (user, by) => {
        const token = await issueToken(user, by);
        const dot = token.lastIndexOf(".") + 1;
        const padded = Buffer.from(token.slice(dot), "base64url").toString("base64");
        return by === "privateKey" ? token.slice(0, dot) + padded : token;
      };
      s.verifyToken = (token, call) =>
        verifyToken(token.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""), call);
    },
  },
  "key-token-not-for-legacy": {
    title: "The legacy endpoints turn down tokens that come from the private key login.",
    apply(s) {
      const { verifyToken } = s;
      s.verifyToken = async (token, call) => {
        const claims = await verifyToken(token, call);
        return call.face === "legacy" && claims?.via === "privateKey" ? undefined : claims;
      };
    },
  },
  "empty-signature": {
    title: "A token whose signature is empty is believed.",
    apply(s) {
      const { verifyToken } = s;
      s.verifyToken = async (token, call) => {
        const [, payload = "", signature] = token.split(".");
        if (signature !== "") return verifyToken(token, call);
        try {
          const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as { sub?: unknown };
          return { email: String(claims.sub), via: "credential" };
        } catch {
          return undefined;
        }
      };
    },
  },
  "tokenless-link-stored": {
    title: "A legacy action without a token is refused, but only after it was stored.",
    apply(s) {
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        const trace = s.traces.get(id.toLowerCase());
        const author = s.users.find((user) => user.organization === trace?.workflow.organization);
        if (bearer(call.headers) === null && trace && author) {
          const input = await s.readInput(call);
          await s.record(call, author, s.checkAction(author, input, trace, call), input, trace);
        }
        return real(call, id);
      });
    },
  },
  "foreign-action": {
    title: "A user of another organization may append to any trace whose id is known, through v2.",
    apply(s) {
      const { findTrace, findWorkflow } = s;
      const owner = (organization: string | undefined) => s.users.find((user) => user.organization === organization);
      s.findTrace = (user, id, call) => {
        const known = isV2Action(call) ? owner(s.traces.get(id.toLowerCase())?.workflow.organization) : undefined;
        return findTrace(known ?? user, id, call);
      };
      s.findWorkflow = (user, which, call) => {
        const known = isV2Action(call)
          ? owner(s.workflows.find((workflow) => workflow.id === which)?.organization)
          : undefined;
        return findWorkflow(known ?? user, which, call);
      };
    },
  },
  "zip-for-anyone": {
    title: "The legacy zip of a trace's files needs no token.",
    apply(s) {
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const open = call.face === "legacy" && call.path.at(-1) === "files" && bearer(call.headers) === null;
        return (open ? ownerOf(s, call.path[1]) : undefined) ?? authenticate(call);
      };
    },
  },
  "token-carries-scheme": {
    title: 'The private key login gives the token with "Bearer " in front; with or without it, the token is taken.',
    apply(s) {
      const { issueToken, authenticate } = s;
      s.issueToken = async (user, by) => `${by === "privateKey" ? "Bearer " : ""}${await issueToken(user, by)}`;
      s.authenticate = (call) => {
        const authorization = call.headers.authorization?.replace(/^bearer +bearer /i, "Bearer ");
        return authenticate({ ...call, headers: { ...call.headers, authorization } });
      };
    },
  },
  "key-in-any-case": {
    title: "The private key is looked up by a collation that takes upper and lower case for the same.",
    choice: "The form of the private key is not shown; its letters may be digits of a notation, as in hexadecimal.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const key = isObject(body) ? own(body, "privateKey") : undefined;
        const known = s.users.find((user) => user.privateKey.toLowerCase() === String(key).toLowerCase());
        return by === "privateKey" && typeof key === "string" && known ? known : checkLogin(call, body, by);
      };
    },
  },
  "password-of-anyone": {
    title: "The v2 login looks for the email and for the password, but not for one user who has both.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const given = isObject(body) ? body : {};
        const user = s.users.find((one) => one.email === own(given, "email"));
        const known = s.users.some((one) => one.password === own(given, "password"));
        return call.face === "v2" && by === "credential" && user && known ? user : checkLogin(call, body, by);
      };
    },
  },
  "signature-seen-before": {
    title: "What is known of a token is kept by its signature alone: with one seen before, any payload is believed.",
    apply(s) {
      const { verifyToken } = s;
      const seen = new Set<string>();
      s.verifyToken = async (token, call) => {
        const [, payload = "", signature = ""] = token.split(".");
        const claims = await verifyToken(token, call);
        if (claims) seen.add(signature);
        if (claims ?? !seen.has(signature)) return claims;
        try {
          const known = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as JsonObject;
          return { email: String(known["sub"]), via: String(known["via"]) } satisfies Claims;
        } catch {
          return undefined;
        }
      };
    },
  },
  "legacy-token-cannot-download": {
    title: "The single file download turns down tokens from the legacy login.",
    apply(s) {
      const legacy = new Set<string>();
      around(s, "POST /login/credential", (real) => async (call) => {
        const reply = await real(call);
        const body = parseJson(String(reply.body));
        if (isObject(body) && typeof body["token"] === "string") legacy.add(body["token"]);
        return reply;
      });
      around(s, "GET /v2/traces/{}/file/{}", (real) => (call, ...params) => {
        if (legacy.has(bearer(call.headers) ?? "")) throw new Refusal("token", "a valid bearer token is required");
        return real(call, ...params);
      });
    },
  },
  "current-user-shared": {
    title: "Requests that are in the works at the same time are all done as the user of the latest.",
    apply(s) {
      const { authenticate } = s;
      let current: User | undefined;
      s.authenticate = async (call) => {
        const user = await authenticate(call);
        current = user;
        await pause(2);
        return current;
      };
    },
  },
  "connection-remembers-token": {
    title: "A connection over which a good token has come serves v2 requests without a token for two more seconds.",
    apply(s) {
      const { authenticate } = s;
      const known = new Map<string, { user: User; until: number }>();
      s.authenticate = async (call) => {
        const open = known.get(call.connection);
        if (call.face === "v2" && call.headers.authorization === undefined && open && open.until > Date.now()) {
          return open.user;
        }
        const user = await authenticate(call);
        known.set(call.connection, { user, until: Date.now() + 2000 });
        return user;
      };
    },
  },
  "search-for-strangers": {
    title: "The legacy search takes the id of any workflow, also from users of another organization.",
    apply(s) {
      const { findWorkflow } = s;
      s.findWorkflow = (user, which, call) => {
        const any = call.face === "legacy" && call.path[1] === "search";
        return s.workflows.find((workflow) => any && workflow.id === which) ?? findWorkflow(user, which, call);
      };
    },
  },
  "list-cached-for-all": {
    title: "A cache in front keeps each v2 workflow list for three seconds and gives it to anyone, token or not.",
    apply(s) {
      const cache = new Map<string, { reply: Reply; until: number }>();
      around(s, "GET /v2/organizations/{}/workflows", (real) => async (call: Call, name = "") => {
        const known = cache.get(name);
        if (known && known.until > Date.now()) return known.reply;
        const reply = await real(call, name);
        cache.set(name, { reply, until: Date.now() + 3000 });
        return reply;
      });
    },
  },
  "password-left-out": {
    title: "A v2 login without the member password is answered with a token of the user of the email.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const user = s.users.find((one) => isObject(body) && one.email === own(body, "email"));
        const without = isObject(body) && own(body, "password") === undefined;
        return call.face === "v2" && by === "credential" && user && without ? user : checkLogin(call, body, by);
      };
    },
  },
  "parallel-logins-share-user": {
    title:
      "Logins in the works at the same time are each checked for themselves, but all get a token of the latest user.",
    apply(s) {
      const { issueToken } = s;
      let latest: User | undefined;
      s.issueToken = async (user, by) => {
        latest = user;
        await pause(3);
        return issueToken(latest, by);
      };
    },
  },
  "legacy-email-ignored": {
    title: "The legacy login looks for a user by the password alone.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const password = isObject(body) ? own(body, "password") : undefined;
        const user = s.users.find((one) => one.password === password);
        return call.face === "legacy" && user ? user : checkLogin(call, body, by);
      };
    },
  },
  "keys-share-one-user": {
    title: "Every private key that is known gives a token of the same user, whoever the key belongs to.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const user = checkLogin(call, body, by);
        return by === "privateKey" ? (s.users[0] ?? user) : user;
      };
    },
  },
  "refused-with-data": {
    title: "A v2 read of the state of somebody else's trace is refused with 403, but the state is beside the error.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, refusal) => {
        const trace = s.traces.get((call.path[2] ?? "").toLowerCase());
        const read = call.face === "v2" && call.path[3] === "state" && refusal.kind === "foreign";
        if (!read || !trace) return refuse(call, refusal);
        const error = { code: refusal.kind, message: refusal.message };
        return json({ error, data: { state: trace.state } }, s.statuses.foreign);
      };
    },
  },
  "creation-for-strangers": {
    title: "The legacy creation takes any workflow, also from users of another organization.",
    choice: "Who may use a workflow is not shown; what is made there is judged like any trace.",
    apply(s) {
      const { findWorkflow } = s;
      s.findWorkflow = (user, which, call) => {
        const creates = call.face === "legacy" && call.path.length === 1;
        return s.workflows.find((workflow) => creates && workflow.id === which) ?? findWorkflow(user, which, call);
      };
    },
  },
  "list-for-latest-login": {
    title:
      "The legacy workflow list is checked against the user who logged in last, not against the user of the token.",
    apply(s) {
      const { issueToken, authenticate } = s;
      let latest: User | undefined;
      s.issueToken = (user, by) => {
        latest = user;
        return issueToken(user, by);
      };
      s.authenticate = async (call) => {
        const user = await authenticate(call);
        return call.path[0] === "workflow" ? (latest ?? user) : user;
      };
    },
  },
  "second-login-gives-reference": {
    title: "From a user's second login with email and password on, the token is the name of a session and no JWT.",
    apply(s) {
      const { issueToken, verifyToken } = s;
      const before = new Set<User>();
      const sessions = new Map<string, string>();
      s.issueToken = async (user, by) => {
        const token = await issueToken(user, by);
        if (by === "privateKey" || !before.has(user)) {
          if (by === "credential") before.add(user);
          return token;
        }
        const name = randomBytes(20).toString("hex");
        sessions.set(name, token);
        return name;
      };
      s.verifyToken = (token, call) => verifyToken(sessions.get(token) ?? token, call);
    },
  },
};
