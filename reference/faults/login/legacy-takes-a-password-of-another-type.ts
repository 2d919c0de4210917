import { loginAnyway, userOf } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const legacyTakesAPasswordOfAnotherType: Fault = {
  id: "login/legacy-takes-a-password-of-another-type",
  title: "The legacy login lets in who sends a number, a boolean or null as the password.",
  requirement: "LOGIN-15",
  install(hooks) {
    loginAnyway(hooks, { face: "legacy" }, (body) =>
      Object.hasOwn(body, "password") && typeof body["password"] !== "string" ? userOf(hooks, body) : undefined,
    );
  },
};
