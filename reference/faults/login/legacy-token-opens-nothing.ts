import type { Fault } from "../fault.ts";

export const legacyTokenOpensNothing: Fault = {
  id: "login/legacy-token-opens-nothing",
  title: "The token of the legacy login names a user who does not exist.",
  requirement: "LOGIN-08",
  install(hooks) {
    hooks.around(
      "token",
      (inner) => (call, user) =>
        call.face === "legacy" ? hooks.tokens.issue(`user:${user.userId}`) : inner(call, user),
    );
  },
};
