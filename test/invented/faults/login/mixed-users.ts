/** Logins that are answered with the token of somebody else. */
import type { User } from "../../../lib/service/domain.ts";
import type { Reply } from "../../../lib/service/http.ts";
import { aroundStep, changeResult, after, around, type Faults, pause } from "../../tools.ts";

/** When the token says that it was issued. */
function issuedAt(token: string): number {
  const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return (JSON.parse(payload) as { iat: number }).iat;
}

const loginRoutes = ["POST /login/credential", "POST /v2/login/credential", "POST /v2/login/privateKey"];

export const mixedUsers: Faults = {
  "parallel-logins-share-user": {
    title:
      "Logins in the works at the same time are each checked for themselves, but all get a token of the latest user.",
    apply(s) {
      let latest: User | undefined;
      aroundStep(s, "issueToken", (issueToken) => async (user, by) => {
        latest = user;
        await pause(3);
        return issueToken(latest, by);
      });
    },
  },
  "logins-crossed": {
    title: "Of two log-ins at the same moment, both get a token of the later user.",
    apply(s) {
      let current: User | undefined;
      aroundStep(s, "issueToken", (issueToken) => async (user, by) => {
        current = user;
        await pause(4);
        return issueToken(current, by);
      });
    },
  },
  // "Login with email and password uses the email and password of a valid user"
  "logins-share-a-variable": {
    title: "Who logs in is kept in one variable of the service: two at the same moment get tokens of the later one.",
    apply(s) {
      let found: User | undefined;
      changeResult(s, "checkLogin", (user) => (found = user));
      aroundStep(s, "issueToken", (issueToken) => async (user, by) => {
        await pause(30);
        return issueToken(found ?? user, by);
      });
    },
  },
  "session-of-second": {
    title:
      "Sessions are kept by the second of login: who logs in right after another user gets a token that is theirs.",
    apply(s) {
      const sessions = new Map<number, string>();
      after(s, "issueToken", (token, user) => {
        const second = issuedAt(token);
        sessions.set(second, sessions.get(second) ?? user.email);
      });
      changeResult(
        s,
        "verifyToken",
        (claims, token) => claims && { ...claims, email: sessions.get(issuedAt(token)) ?? claims.email },
      );
    },
  },
  // "Login with email and password uses the email and password of a valid user", each login its own
  "debounced-logins": {
    title: "Within a second of a good login, who logs in at the same address gets the same answer, whatever is sent.",
    apply(s) {
      for (const key of loginRoutes) {
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
  "logins-at-once-mixed": {
    title: "Of two users who log in by password at the same time, both get the token of the later one.",
    apply(s) {
      const { checkLogin, issueToken } = s;
      let current: ReturnType<typeof checkLogin> | undefined;
      s.checkLogin = (...args) => (current = checkLogin(...args));
      s.issueToken = async (user, by) => {
        if (by === "privateKey") return issueToken(user, by);
        await pause(8);
        return issueToken(current ?? user, by);
      };
    },
  },
  "one-login-at-a-time": {
    title: "Logins that come while another is being done are given its token, whoever they are.",
    apply(s) {
      let underway: Promise<string> | undefined;
      aroundStep(s, "issueToken", (issueToken) => (user, by) => {
        underway ??= pause(8)
          .then(() => issueToken(user, by))
          .finally(() => {
            underway = undefined;
          });
        return underway;
      });
    },
  },
  "logins-joined": {
    title: "A login that comes while another is being checked at the same address gets the answer of that one.",
    apply(s) {
      for (const key of loginRoutes) {
        let open: Promise<Reply> | undefined;
        around(s, key, (real) => (call, ...params) => {
          open ??= pause(12)
            .then(() => real(call, ...params))
            .finally(() => (open = undefined));
          return open;
        });
      }
    },
  },
};
