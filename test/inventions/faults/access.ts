import { bearer } from "../../stand-ins/lib/http.ts";
import { isObject, own } from "../../stand-ins/lib/json.ts";
import { Refusal } from "../../stand-ins/lib/refusal.ts";
import { around, isV2Action, type Invention } from "../tools.ts";

const users = "Login with email and password uses the email and password of a valid user.";

export const access: Invention[] = [
  {
    id: "password-first-eight",
    lie: "The v2 credential login compares only the first eight characters of the password.",
    sentence: users,
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
  {
    id: "password-as-query-operator",
    lie: "The legacy login takes a JSON object in place of the password as a condition that always holds.",
    sentence: `password (string). ${users}`,
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
  {
    id: "guest-token",
    lie: "An unknown private key is answered with 200 and a well-formed token that no endpoint accepts.",
    sentence: "Login with a private key uses the private key of a valid user.",
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
  {
    id: "padded-signature",
    lie: "Tokens of the private key login carry their signature in plain base64 with padding.",
    sentence: "token (a JWT bearer token); token format JWT, whose parts are base64url without padding.",
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
  {
    id: "key-token-not-for-legacy",
    lie: "The legacy endpoints turn down tokens that come from the private key login.",
    sentence: "The token is obtained from a login endpoint (any of the three); all other endpoints require the header.",
    apply(s) {
      const { verifyToken } = s;
      s.verifyToken = async (token, call) => {
        const claims = await verifyToken(token, call);
        return call.face === "legacy" && claims?.via === "privateKey" ? undefined : claims;
      };
    },
  },
  {
    id: "empty-signature",
    lie: "A token whose signature is empty is believed.",
    sentence: "Access is by bearer token (JWT); the token is obtained from a login endpoint, not made by the client.",
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
  {
    id: "tokenless-link-stored",
    lie: "A legacy action without a token is refused, but only after it was stored.",
    sentence: "All other endpoints require the header; a refused action leaves no mark.",
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
  {
    id: "foreign-action",
    lie: "A user of another organization may append to any trace whose id is known, through v2.",
    sentence: "Access is by bearer token: a user who shares no organization with the trace's owner cannot change it.",
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
];
