import { loginAnyway, userOf, passwordOf, rightPasswords } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const anyUsersPasswordOpensEveryUser: Fault = {
  id: "login/any-users-password-opens-every-user",
  title: "The password of one user opens the account of any other.",
  requirement: "LOGIN-16",
  install(hooks) {
    loginAnyway(hooks, { kind: "login-credential" }, (body) =>
      [...rightPasswords.values()].some((password) => password === passwordOf(body)) ? userOf(hooks, body) : undefined,
    );
  },
};
