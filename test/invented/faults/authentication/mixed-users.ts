/** Requests that are done as somebody else. */
import type { User } from "../../../lib/service/domain.ts";
import type { Claims } from "../../service.ts";
import { aroundStep, changeResult, beforehand, after, whenRefused, type Faults, pause } from "../../tools.ts";

export const mixedUsers: Faults = {
  "current-user-shared": {
    title: "Requests that are in the works at the same time are all done as the user of the latest.",
    apply(s) {
      let current: User | undefined;
      changeResult(s, "authenticate", async (user) => {
        current = user;
        await pause(2);
        return current;
      });
    },
  },
  "list-for-latest-login": {
    title:
      "The legacy workflow list is checked against the user who logged in last, not against the user of the token.",
    apply(s) {
      let latest: User | undefined;
      beforehand(s, "issueToken", (user) => {
        latest = user;
      });
      changeResult(s, "authenticate", (user, call) => (call.path[0] === "workflow" ? (latest ?? user) : user));
    },
  },
  "last-login-lists": {
    title: "The workflow list is that of the organization of whoever logged in last.",
    apply(s) {
      let latest: string | undefined;
      after(s, "checkLogin", (user) => {
        latest = user.organization;
      });
      aroundStep(s, "listing", (listing) => (organization, call) => listing(latest ?? organization, call));
    },
  },
  // "Access is by bearer token (JWT)"; "uses the email and password of a valid user"
  "token-known-by-its-beginning": {
    title: "Verified tokens are kept by their first sixty characters, so that one user is taken for another.",
    apply(s) {
      const kept = new Map<string, Claims>();
      aroundStep(s, "verifyToken", (verifyToken) => async (token, call) => {
        const key = token.slice(0, 60);
        const claims = kept.get(key) ?? (await verifyToken(token, call));
        if (claims) kept.set(key, claims);
        return claims;
      });
    },
  },
  // "All other endpoints require the header."
  "refused-login-is-taken-for-the-user": {
    title: "A login with a wrong password is refused, and its email is taken for who asks over that connection.",
    apply(s) {
      const claimed = new Map<string, string>();
      whenRefused(s, "checkLogin", (_error, call, body) => {
        const email: unknown = (body as Record<string, unknown> | null)?.["email"];
        if (typeof email === "string") claimed.set(call.connection, email);
      });
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const user = s.users.find(({ email }) => email === claimed.get(call.connection));
        if (user && call.headers.authorization === undefined) return user;
        return authenticate(call);
      });
    },
  },
  "known-by-beginning": {
    title: "What a token says is kept by its first 64 characters, in which the tokens of two users agree.",
    apply(s) {
      const kept = new Map<string, Claims>();
      aroundStep(s, "verifyToken", (verifyToken) => async (token, call) => {
        const beginning = token.slice(0, 64);
        const claims = kept.get(beginning) ?? (await verifyToken(token, call));
        if (claims) kept.set(beginning, claims);
        return claims;
      });
    },
  },
  "user-of-connection": {
    title: "Who came first over a connection is taken for all who come over it later, whatever token they bring.",
    apply(s) {
      const users = new Map<string, User>();
      aroundStep(s, "authenticate", (authenticate) => async (call) => {
        const user = users.get(call.connection) ?? (await authenticate(call));
        users.set(call.connection, user);
        return user;
      });
    },
  },
  "user-of-the-connection": {
    title: "Who sent the first token over a connection is taken for the sender of all that comes over it.",
    apply(s) {
      const known = new Map<string, ReturnType<typeof s.authenticate>>();
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const user = await authenticate(call);
        const first = known.get(call.connection) ?? Promise.resolve(user);
        known.set(call.connection, first);
        return first;
      };
    },
  },
};
