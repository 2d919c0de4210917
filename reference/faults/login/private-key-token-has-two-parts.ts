import type { Fault } from "../fault.ts";

export const privateKeyTokenHasTwoParts: Fault = {
  id: "login/private-key-token-has-two-parts",
  title: "The token of the private key login comes without its signature and is accepted so.",
  requirement: "LOGIN-05",
  install(hooks) {
    const whole = new Map<string, string>();
    hooks.around("token", (inner) => async (call, user) => {
      const token = await inner(call, user);
      if (call.kind !== "login-private-key") return token;
      const short = token.slice(0, token.lastIndexOf("."));
      whole.set(short, token);
      return short;
    });
    hooks.around("authenticate", (inner) => (call, authorization) => {
      const token = whole.get(authorization?.replace(/^Bearer +/i, "") ?? "");
      return inner(call, token === undefined ? authorization : `Bearer ${token}`);
    });
  },
};
