import { randomBytes } from "node:crypto";
import type { User } from "../../../stand-ins/lib/domain.ts";
import { json } from "../../../stand-ins/lib/http.ts";
import { isObject, own } from "../../../stand-ins/lib/json.ts";
import type { Invention } from "../../tools.ts";

const byPassword = "Login with email and password uses the email and password of a valid user.";
const byKey = "Login with a private key uses the private key of a valid user: the token is a token of that user.";

export const access: Invention[] = [
  {
    id: "legacy-email-ignored",
    lie: "The legacy login looks for a user by the password alone.",
    sentence: byPassword,
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const password = isObject(body) ? own(body, "password") : undefined;
        const user = s.users.find((one) => one.password === password);
        return call.face === "legacy" && user ? user : checkLogin(call, body, by);
      };
    },
  },
  {
    id: "keys-share-one-user",
    lie: "Every private key that is known gives a token of the same user, whoever the key belongs to.",
    sentence: byKey,
    apply(s) {
      const { checkLogin } = s;
      s.checkLogin = (call, body, by) => {
        const user = checkLogin(call, body, by);
        return by === "privateKey" ? (s.users[0] ?? user) : user;
      };
    },
  },
  {
    id: "refused-with-data",
    lie: "A v2 read of the state of somebody else's trace is refused with 403, but the state is beside the error.",
    sentence: "Access is by bearer token: who shares no organization with the trace's owner does not see its data.",
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
  {
    id: "creation-for-strangers",
    lie: "The legacy creation takes any workflow, also from users of another organization.",
    sentence:
      "Access is by bearer token; a workflow is listed per organization, and its traces are that organization's.",
    apply(s) {
      const { findWorkflow } = s;
      s.findWorkflow = (user, which, call) => {
        const creates = call.face === "legacy" && call.path.length === 1;
        return s.workflows.find((workflow) => creates && workflow.id === which) ?? findWorkflow(user, which, call);
      };
    },
  },
  {
    id: "list-for-latest-login",
    lie: "The legacy workflow list is checked against the user who logged in last, not against the user of the token.",
    sentence: "Header Authorization: Bearer <ACCESS_TOKEN>: each request is that of the user of its own token.",
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
  {
    id: "second-login-gives-reference",
    lie: "From a user's second login with email and password on, the token is the name of a session and no JWT.",
    sentence: "token (a JWT bearer token), of every login.",
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
];
