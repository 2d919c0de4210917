import type { Fault } from "../fault.ts";

export const privateKeyTokenIncludesTheScheme: Fault = {
  id: "login/private-key-token-includes-the-scheme",
  title: "The token of the private key login begins with the word `Bearer`.",
  requirement: ["LOGIN-05", "LOGIN-07"],
  install(hooks) {
    hooks.around("token", (inner) => async (call, user) => {
      const token = await inner(call, user);
      return call.kind === "login-private-key" ? `Bearer ${token}` : token;
    });
  },
};
