import type { Reply } from "../../lib/service/http.ts";
import { isObject, own } from "../../lib/service/json.ts";
import type { User } from "../../lib/service/domain.ts";
import type { Service } from "../service.ts";
import { around, type Faults } from "../tools.ts";

const logins = ["POST /login/credential", "POST /v2/login/credential", "POST /v2/login/privateKey"];

/** Rewrites the Authorization header before it is looked at. */
function onHeader(s: Service, change: (header: string) => string): void {
  const { authenticate } = s;
  s.authenticate = (call) => {
    const header = call.headers.authorization;
    if (header !== undefined) call.headers.authorization = change(header);
    return authenticate(call);
  };
}

/** Who logs in, what is handed out, and who is let in. */
export const sessions: Faults = {
  // "token: string, login response (a JWT bearer token)"
  "header-for-token": {
    title: 'The login by private key gives the whole header, "Bearer …", as the token.',
    apply(s) {
      const { issueToken } = s;
      s.issueToken = async (user, by) => (by === "privateKey" ? "Bearer " : "") + (await issueToken(user, by));
      onHeader(s, (header) => header.replace(/^bearer\s+bearer\s/i, "Bearer "));
    },
  },
  // "response 200 {token: string}"; "the response carries it in the member token"
  "token-in-a-cookie": {
    title: "The legacy login puts the token into a cookie, and leaves the member empty.",
    apply(s) {
      around(s, "POST /login/credential", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const { token } = JSON.parse(String(reply.body)) as { token: string };
        const cookie = `session=${token}; HttpOnly; Path=/; SameSite=Strict`;
        return { ...reply, headers: { ...reply.headers, "Set-Cookie": cookie }, body: JSON.stringify({ token: "" }) };
      });
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "eight-characters": {
    title: "Passwords are hashed as crypt(3) did: what comes after the eighth character does not count.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const given = isObject(body) && by === "credential" ? body : {};
        const password = own(given, "password");
        const known = s.users.find(({ email }) => email === own(given, "email"));
        const same = typeof password === "string" && password.slice(0, 8) === known?.password.slice(0, 8);
        return known && same ? known : checkLogin(call, body, by);
      };
    },
  },
  // "Login with email and password uses the email and password of a valid user", each login its own
  "debounced-logins": {
    title: "Within a second of a good login, who logs in at the same address gets the same answer, whatever is sent.",
    apply(s) {
      for (const key of logins) {
        let former: { reply: Reply; at: number } | undefined;
        around(s, key, (real) => async (call, ...params) => {
          if (former && Date.now() - former.at < 1000) return former.reply;
          const reply = await real(call, ...params);
          former = { reply, at: Date.now() };
          return reply;
        });
      }
    },
  },
  // "HTTP bearer authentication, token format JWT": the parts of a JWT are base64url without padding
  "padded-tokens": {
    title: "Tokens for email and password are put together by hand, in plain base64 with plus, slash and padding.",
    apply(s) {
      const { issueToken } = s;
      s.issueToken = async (user, by) => {
        const token = await issueToken(user, by);
        if (by === "privateKey") return token;
        return token
          .split(".")
          .map((part) => Buffer.from(part, "base64url").toString("base64"))
          .join(".");
      };
      onHeader(s, (header) =>
        header.replace(/^(bearer +)(.*)$/i, (_all, scheme: string, token: string) => {
          return scheme + token.replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");
        }),
      );
    },
  },
  // "All other endpoints require the header"
  "known-connections": {
    title: "Who has shown a good token on a connection needs no header on it any more.",
    apply(s) {
      const known = new Map<string, User>();
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const before = known.get(call.connection);
        if (before && call.headers.authorization === undefined) return before;
        const user = await authenticate(call);
        known.set(call.connection, user);
        return user;
      };
    },
  },
};
