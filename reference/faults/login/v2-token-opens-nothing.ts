import type { Fault } from "../fault.ts";

export const v2TokenOpensNothing: Fault = {
  id: "login/v2-token-opens-nothing",
  title: "The token of the v2 credential login is accepted nowhere.",
  requirement: "LOGIN-06",
  install(hooks) {
    hooks.around("token", (inner) => async (call, user) => {
      const token = await inner(call, user);
      return call.face === "v2" && call.kind === "login-credential" ? `${token.slice(0, -12)}AAAAAAAAAAAA` : token;
    });
  },
};
