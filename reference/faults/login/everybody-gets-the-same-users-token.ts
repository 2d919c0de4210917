import { someUser } from "../support/users.ts";
import type { Fault } from "../fault.ts";

export const everybodyGetsTheSameUsersToken: Fault = {
  id: "login/everybody-gets-the-same-users-token",
  title: "Every login gives out a token of one and the same user, whoever logged in.",
  requirement: ["ISO-01", "ISO-02", "ISO-03", "ISO-04", "ISO-05"],
  install(hooks) {
    hooks.around("token", (inner) => (call) => inner(call, someUser(hooks)));
  },
};
