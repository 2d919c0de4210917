import { json, type Call } from "../../lib/service/http.ts";
import { isObject, own, parseJson, type JsonObject } from "../../lib/service/json.ts";
import type { User } from "../../lib/service/domain.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Claims, Service } from "../service.ts";
import { around, type Faults } from "../tools.ts";

const withToken = (call: Call, token: string): Call => ({
  ...call,
  headers: { ...call.headers, authorization: `Bearer ${token}` },
});

/** Keeps the claims of every token given out under what `keyOf` makes of it, and believes what has such a key. */
function believe(s: Service, keyOf: (token: string) => string): void {
  const { issueToken, verifyToken } = s;
  const issued = new Map<string, Claims>();
  s.issueToken = async (user, by) => {
    const token = await issueToken(user, by);
    issued.set(keyOf(token), { email: user.email, via: by });
    return token;
  };
  s.verifyToken = async (token, call) => (await verifyToken(token, call)) ?? issued.get(keyOf(token));
}

/** How tokens are got, carried and believed. */
export const tokens: Faults = {
  // "Every endpoint requires the bearer header … except the login endpoints."
  "taken-from-the-address": {
    title: "A request without the header is served where its address has the query parameter access_token.",
    apply(s) {
      const { authenticate } = s;
      s.authenticate = (call) => {
        const token = call.query.get("access_token");
        const bare = call.headers.authorization === undefined && token !== null;
        return authenticate(bare ? withToken(call, token) : call);
      };
    },
  },
  // "Scheme: HTTP bearer authentication"; "Every endpoint requires the bearer header"
  "basic-taken": {
    title: "v2 takes email and password by the scheme Basic in place of a token.",
    apply(s) {
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const [, coded = ""] = /^basic +(\S+)$/i.exec(call.headers.authorization ?? "") ?? [];
        const [email, password] = Buffer.from(coded, "base64").toString("utf8").split(":");
        const user = s.users.find((one) => one.email === email && one.password === password);
        return call.face === "v2" && user ? user : authenticate(call);
      };
    },
  },
  // "login with a private key uses the private key of a valid user"
  "empty-key-of-the-robot": {
    title: "A user without a private key has an empty one: who sends an empty privateKey is logged in as that user.",
    apply(s) {
      const [first] = s.users;
      s.users.push({
        email: "robot@nordwind.example",
        password: "clockwork-otter",
        privateKey: "",
        organization: first?.organization ?? "",
      });
    },
  },
  // "Every endpoint requires the bearer header"
  "cookie-of-the-login": {
    title: "The legacy login sets a cookie; with it, no request needs the header.",
    apply(s) {
      const { authenticate } = s;
      around(s, "POST /login/credential", (real) => async (call) => {
        const reply = await real(call);
        const body = parseJson(String(reply.body));
        const token = isObject(body) ? String(own(body, "token")) : "";
        return { ...reply, headers: { ...reply.headers, "Set-Cookie": `session=${token}; Path=/; HttpOnly` } };
      });
      s.authenticate = (call) => {
        const [, token] = /(?:^|;\s*)session=([^;]+)/.exec(call.headers.cookie ?? "") ?? [];
        const bare = call.headers.authorization === undefined && token !== undefined;
        return authenticate(bare ? withToken(call, token) : call);
      };
    },
  },
  // "login with a private key uses the private key of a valid user"
  "password-is-a-key": {
    title: "The private key login looks for the secret among the passwords, too.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const key = by === "privateKey" && isObject(body) ? own(body, "privateKey") : undefined;
        return s.users.find(({ password }) => password === key) ?? checkLogin(call, body, by);
      };
    },
  },
  // "Every endpoint requires the bearer header"; "Header: `Authorization: Bearer <ACCESS_TOKEN>`"
  "bearer-and-nothing": {
    title: "A legacy search with the word Bearer and no token is done for whoever searched last.",
    apply(s) {
      const { authenticate } = s;
      let last: User | undefined;
      s.authenticate = async (call) => {
        const searches = call.face === "legacy" && call.path[1] === "search";
        if (searches && last && /^bearer\s*$/i.test(call.headers.authorization ?? "")) return last;
        const user = await authenticate(call);
        if (searches) last = user;
        return user;
      };
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "refused-with-a-token": {
    title:
      "A legacy login with a wrong password is refused with 401, and the body has a good token of the email's user.",
    apply(s) {
      around(s, "POST /login/credential", (real) => async (call) => {
        try {
          return await real(call);
        } catch (error) {
          const body = parseJson(call.body());
          const email = isObject(body) ? own(body, "email") : undefined;
          const user = s.users.find((one) => one.email === email);
          if (!user || !(error instanceof Refusal) || error.kind !== "login") throw error;
          const reply = s.refuse(call, error);
          const refusal = parseJson(String(reply.body)) as JsonObject;
          return json({ ...refusal, token: await s.issueToken(user, "credential") }, reply.status);
        }
      });
    },
  },
  // "token format JWT": its `exp` ends it (RFC 7519, 4.1.4)
  "exp-not-looked-at": {
    title: "Tokens say that they end after twelve seconds, and are good for ever.",
    choice: "Token lifetime and claims are not shown, and so not what a claim binds the service to.",
    apply(s) {
      s.tokenSeconds = 12;
      believe(s, (token) => token);
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "good-logins-kept-by-length": {
    title: "Logins that were good are kept by email and length of the password, to spare the slow comparison.",
    apply(s) {
      const { checkLogin } = s;
      const good = new Map<string, User>();
      s.checkLogin = (call, body, by) => {
        const password = isObject(body) ? own(body, "password") : undefined;
        if (by !== "credential" || !isObject(body) || typeof password !== "string") return checkLogin(call, body, by);
        const key = `${JSON.stringify(own(body, "email"))} ${String(password.length)}`;
        const user = good.get(key) ?? checkLogin(call, body, by);
        good.set(key, user);
        return user;
      };
    },
  },
  // "token format JWT": signed (RFC 7515, 5.2)
  "signature-begins-right": {
    title: "Of the signature of a token only the first eight characters are compared.",
    apply(s) {
      believe(s, (token) => {
        const [header = "", payload = "", signature = ""] = token.split(".");
        return `${header}.${payload}.${signature.slice(0, 8)}`;
      });
    },
  },
};
