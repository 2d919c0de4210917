import { loginAnyway, userOf } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const v2NeedsNoPassword: Fault = {
  id: "login/v2-needs-no-password",
  title: "The v2 login gives a token when the member `password` is missing.",
  requirement: "LOGIN-15",
  install(hooks) {
    loginAnyway(hooks, { face: "v2", kind: "login-credential" }, (body) =>
      Object.hasOwn(body, "password") ? undefined : userOf(hooks, body),
    );
  },
};
