import { loginAnyway, userOf, passwordOf } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const v2TakesAnyPassword: Fault = {
  id: "login/v2-takes-any-password",
  title: "The v2 login gives a token for any password.",
  requirement: "LOGIN-11",
  install(hooks) {
    loginAnyway(hooks, { face: "v2", kind: "login-credential" }, (body) =>
      passwordOf(body) === undefined ? undefined : userOf(hooks, body),
    );
  },
};
