import { loginAnyway } from "../support/logins.ts";
import { someUser } from "../support/users.ts";
import type { Fault } from "../fault.ts";

export const privateKeyMayBeMissing: Fault = {
  id: "login/private-key-may-be-missing",
  title: "The private key login gives a token for an empty object.",
  requirement: "LOGIN-15",
  install(hooks) {
    loginAnyway(hooks, { kind: "login-private-key" }, (body) =>
      Object.hasOwn(body, "privateKey") ? undefined : someUser(hooks),
    );
  },
};
