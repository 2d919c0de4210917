import { unauthorized } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const privateKeyLoginWantsAToken: Fault = {
  id: "login/private-key-login-wants-a-token",
  title: "The private key login wants the `Authorization` header.",
  requirement: "LOGIN-10",
  install(hooks) {
    hooks.around("onRequest", (inner) => async (call) => {
      await inner(call);
      if (call.kind === "login-private-key" && call.headers.authorization === undefined) {
        throw unauthorized("wanted a bearer token");
      }
    });
  },
};
