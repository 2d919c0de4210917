import { loginAnyway, userOf, passwordOf } from "../support/logins.ts";
import { someUser } from "../support/users.ts";
import type { Fault } from "../fault.ts";

export const v2LetsInUnknownEmails: Fault = {
  id: "login/v2-lets-in-unknown-emails",
  title: "The v2 login gives a token for an e-mail that nobody has.",
  requirement: "LOGIN-13",
  install(hooks) {
    loginAnyway(hooks, { face: "v2", kind: "login-credential" }, (body) =>
      passwordOf(body) !== undefined && typeof body["email"] === "string" && userOf(hooks, body) === undefined
        ? someUser(hooks)
        : undefined,
    );
  },
};
