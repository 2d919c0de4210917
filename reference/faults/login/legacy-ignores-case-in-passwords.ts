import { forgivePassword } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const legacyIgnoresCaseInPasswords: Fault = {
  id: "login/legacy-ignores-case-in-passwords",
  title: "The legacy login takes the password in any case.",
  requirement: "LOGIN-12",
  install(hooks) {
    forgivePassword(hooks, { face: "legacy" }, (sent, right) => sent.toLowerCase() === right.toLowerCase());
  },
};
