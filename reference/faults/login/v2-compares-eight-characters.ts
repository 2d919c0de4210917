import { forgivePassword } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const v2ComparesEightCharacters: Fault = {
  id: "login/v2-compares-eight-characters",
  title: "The v2 login compares the first eight characters of the password.",
  requirement: "LOGIN-11",
  install(hooks) {
    forgivePassword(hooks, { face: "v2" }, (sent, right) => sent.slice(0, 8) === right.slice(0, 8));
  },
};
