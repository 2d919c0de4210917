import { isObject, own, parseJson, type JsonObject } from "../../../stand-ins/lib/json.ts";
import { bearer, type Call, type Reply } from "../../../stand-ins/lib/http.ts";
import { Refusal } from "../../../stand-ins/lib/refusal.ts";
import { around, pause, type Invention } from "../../tools.ts";
import type { Claims, Service } from "../../service.ts";
import type { User } from "../../../stand-ins/lib/domain.ts";

const header = "Every endpoint requires the bearer header except the login endpoints.";
const anyLogin =
  "The token is obtained from a login endpoint (any of the three); all other endpoints require the header.";

const ownerOf = (s: Service, id = ""): User | undefined => {
  const organization = s.traces.get(id.toLowerCase())?.workflow.organization;
  return s.users.find((user) => user.organization === organization);
};

export const access: Invention[] = [
  {
    id: "zip-for-anyone",
    lie: "The legacy zip of a trace's files needs no token.",
    sentence: header,
    apply(s) {
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const open = call.face === "legacy" && call.path.at(-1) === "files" && bearer(call.headers) === null;
        return (open ? ownerOf(s, call.path[1]) : undefined) ?? authenticate(call);
      };
    },
  },
  {
    id: "token-carries-scheme",
    lie: 'The private key login gives the token with "Bearer " in front; with or without it, the token is taken.',
    sentence: "token (a JWT bearer token): the JWT alone, which the client puts behind Bearer in the header.",
    apply(s) {
      const { issueToken, authenticate } = s;
      s.issueToken = async (user, by) => `${by === "privateKey" ? "Bearer " : ""}${await issueToken(user, by)}`;
      s.authenticate = (call) => {
        const authorization = call.headers.authorization?.replace(/^bearer +bearer /i, "Bearer ");
        return authenticate({ ...call, headers: { ...call.headers, authorization } });
      };
    },
  },
  {
    id: "key-in-any-case",
    lie: "The private key is looked up by a collation that takes upper and lower case for the same.",
    sentence: "Login with a private key uses the private key of a valid user.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const key = isObject(body) ? own(body, "privateKey") : undefined;
        const known = s.users.find((user) => user.privateKey.toLowerCase() === String(key).toLowerCase());
        return by === "privateKey" && typeof key === "string" && known ? known : checkLogin(call, body, by);
      };
    },
  },
  {
    id: "password-of-anyone",
    lie: "The v2 login looks for the email and for the password, but not for one user who has both.",
    sentence: "Login with email and password uses the email and password of a valid user.",
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
  {
    id: "signature-seen-before",
    lie: "What is known of a token is kept by its signature alone: with one seen before, any payload is believed.",
    sentence: "Access is by bearer token (JWT); the token is obtained from a login endpoint, not made by the client.",
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
  {
    id: "legacy-token-cannot-download",
    lie: "The single file download turns down tokens from the legacy login.",
    sentence: anyLogin,
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
  {
    id: "current-user-shared",
    lie: "Requests that are in the works at the same time are all done as the user of the latest.",
    sentence: "Header Authorization: Bearer <ACCESS_TOKEN>: each request is that of the user of its own token.",
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
  {
    id: "connection-remembers-token",
    lie: "A connection over which a good token has come serves v2 requests without a token for two more seconds.",
    sentence: header,
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
  {
    id: "search-for-strangers",
    lie: "The legacy search takes the id of any workflow, also from users of another organization.",
    sentence: "Access is by bearer token: a user who shares no organization with the workflow does not see its traces.",
    apply(s) {
      const { findWorkflow } = s;
      s.findWorkflow = (user, which, call) => {
        const any = call.face === "legacy" && call.path[1] === "search";
        return s.workflows.find((workflow) => any && workflow.id === which) ?? findWorkflow(user, which, call);
      };
    },
  },
  {
    id: "list-cached-for-all",
    lie: "A cache in front keeps each v2 workflow list for three seconds and gives it to anyone, token or not.",
    sentence: header,
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
  {
    id: "password-left-out",
    lie: "A v2 login without the member password is answered with a token of the user of the email.",
    sentence: "Request JSON: email (string), password (string) of a valid user.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const user = s.users.find((one) => isObject(body) && one.email === own(body, "email"));
        const without = isObject(body) && own(body, "password") === undefined;
        return call.face === "v2" && by === "credential" && user && without ? user : checkLogin(call, body, by);
      };
    },
  },
  {
    id: "parallel-logins-share-user",
    lie: "Logins in the works at the same time are each checked for themselves, but all get a token of the latest user.",
    sentence: "Login with email and password uses those of a valid user: the token is a token of that user.",
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
];
