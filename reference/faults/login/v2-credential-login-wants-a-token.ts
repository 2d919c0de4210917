import { unauthorized } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const v2CredentialLoginWantsAToken: Fault = {
  id: "login/v2-credential-login-wants-a-token",
  title: "The v2 credential login wants the `Authorization` header.",
  requirement: "LOGIN-09",
  install(hooks) {
    hooks.around("onRequest", (inner) => async (call) => {
      await inner(call);
      if (call.operation.id === "v2LoginCredential" && call.headers.authorization === undefined) {
        throw unauthorized("wanted a bearer token");
      }
    });
  },
};
