import { generateKeyPairSync, randomBytes } from "node:crypto";
import { CompactSign, compactVerify, decodeJwt } from "jose";
import type { User } from "../../lib/service/domain.ts";
import { json, jsonBody } from "../../lib/service/http.ts";
import { isObject, own } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { around, pause, type Faults } from "../tools.ts";

/** Who comes in, by what, and as whom. */
export const entrances: Faults = {
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
  // "Login with email and password uses the email and password of a valid user"
  "umlaut-in-a-password": {
    title: "The v2 login reads its body as Latin-1: a user whose password has an umlaut cannot log in there.",
    apply(s) {
      const [first] = s.users;
      if (first) first.password = "Gänseblümchen-31";
      around(s, "POST /v2/login/credential", (real) => (call) => {
        const misread = (): Buffer => Buffer.from(call.body().toString("latin1"), "utf8");
        return real({ ...call, body: misread });
      });
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "password-of-anybody": {
    title: "A login looks for the email in one query and for the password in another: any user's password will do.",
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const [email, password] = isObject(body) ? [own(body, "email"), own(body, "password")] : [];
        const found = s.users.find((user) => user.email === email);
        const known = s.users.some((user) => user.password === password);
        return by === "credential" && found && known ? found : checkLogin(call, body, by);
      };
    },
  },
  // "login with a private key uses the private key of a valid user"
  "first-line-of-the-key": {
    title: "Private keys are PEM, and compared by their first line, which is the same for all.",
    apply(s) {
      for (const user of s.users) {
        const { privateKey } = generateKeyPairSync("ed25519");
        user.privateKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString().trim();
      }
      const { checkLogin } = s;
      const firstLine = (text: string): string => text.split("\n")[0] ?? "";
      s.checkLogin = (call, body, by) => {
        const key = by === "privateKey" && isObject(body) ? own(body, "privateKey") : undefined;
        if (typeof key !== "string") return checkLogin(call, body, by);
        const found = s.users.find((user) => firstLine(user.privateKey) === firstLine(key));
        return found ?? checkLogin(call, body, by);
      };
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
  // "The token is obtained from a login endpoint (`POST /v2/login/credential`, `POST /v2/login/privateKey`, …)"
  "files-want-a-person": {
    title: "Downloads look up the session among those begun with a password: tokens of the private key get 401.",
    apply(s) {
      const { verifyToken } = s;
      s.verifyToken = async (token, call) => {
        const claims = await verifyToken(token, call);
        const downloads = call.method === "GET" && (call.path.at(-1) === "files" || call.path[3] === "file");
        return downloads && claims?.via === "privateKey" ? undefined : claims;
      };
    },
  },
  // "Access is by bearer token (JWT)": signed (RFC 7515, 5.2)
  "claims-of-a-known-id": {
    title: "A token whose jti was verified before is not verified again: the other claims may have been edited.",
    apply(s) {
      const { verifyToken } = s;
      const known = new Set<string>();
      s.verifyToken = async (token, call) => {
        try {
          const { jti = "", sub = "", via } = decodeJwt(token);
          if (known.has(jti)) return { email: sub, via: String(via) };
          const claims = await verifyToken(token, call);
          if (claims) known.add(jti);
          return claims;
        } catch {
          return undefined;
        }
      };
    },
  },
  // "Every endpoint requires the bearer header"
  "done-before-the-door": {
    title: "A v2 creation without a good token is refused with 401 and done all the same: searches find the trace.",
    apply(s) {
      around(s, "POST /v2/traces", (real) => async (call) => {
        try {
          return await real(call);
        } catch (error) {
          if (error instanceof Refusal && error.kind === "token") {
            const input = await s.readInput(call);
            const owner = s.workflows.find(({ id }) => id === input.workflowId)?.organization;
            const user = s.users.find(({ organization }) => organization === owner);
            if (user) await s.record(call, user, s.checkAction(user, input, undefined, call), input);
          }
          throw error;
        }
      });
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "logins-share-a-variable": {
    title: "Who logs in is kept in one variable of the service: two at the same moment get tokens of the later one.",
    apply(s) {
      const { checkLogin, issueToken } = s;
      let found: User | undefined;
      s.checkLogin = (...args) => (found = checkLogin(...args));
      s.issueToken = async (user, by) => {
        await pause(30);
        return issueToken(found ?? user, by);
      };
    },
  },
};
