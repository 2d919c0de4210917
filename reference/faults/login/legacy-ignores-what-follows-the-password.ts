import { forgivePassword } from "../support/logins.ts";
import type { Fault } from "../fault.ts";

export const legacyIgnoresWhatFollowsThePassword: Fault = {
  id: "login/legacy-ignores-what-follows-the-password",
  title: "The legacy login takes a password with anything behind it.",
  requirement: "LOGIN-12",
  install(hooks) {
    forgivePassword(hooks, { face: "legacy" }, (sent, right) => sent.startsWith(right));
  },
};
