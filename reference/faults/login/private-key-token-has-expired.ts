import type { Fault } from "../fault.ts";

export const privateKeyTokenHasExpired: Fault = {
  id: "login/private-key-token-has-expired",
  title: "The token of the private key login has already expired when it is given out.",
  requirement: "LOGIN-07",
  install(hooks) {
    hooks.around(
      "token",
      (inner) => (call, user) =>
        call.kind === "login-private-key" ? hooks.tokens.issue(user.userId, {}, -60) : inner(call, user),
    );
  },
};
