import { loginAnyway, userOf, passwordOf } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const legacyTakesAnyPassword: Fault = {
  id: "login/legacy-takes-any-password",
  title: "The legacy login gives a token for any password.",
  requirement: "LOGIN-12",
  install(hooks) {
    loginAnyway(hooks, { face: "legacy" }, (body) =>
      passwordOf(body) === undefined ? undefined : userOf(hooks, body),
    );
  },
};
