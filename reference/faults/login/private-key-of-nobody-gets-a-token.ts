import { createPrivateKey } from "node:crypto";
import { loginAnyway } from "../support/logins.ts";
import { someUser } from "../support/users.ts";
import type { Fault } from "../fault.ts";

export const privateKeyOfNobodyGetsAToken: Fault = {
  id: "login/private-key-of-nobody-gets-a-token",
  title: "Any well-formed private key gets a token.",
  requirement: "LOGIN-14",
  install(hooks) {
    loginAnyway(hooks, { kind: "login-private-key" }, ({ privateKey }) => {
      try {
        createPrivateKey(String(privateKey).replaceAll("\\n", "\n"));
        return someUser(hooks);
      } catch {
        return undefined;
      }
    });
  },
};
