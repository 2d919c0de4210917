import { loginAnyway } from "../support/logins.ts";
import { someUser } from "../support/users.ts";
import type { Fault } from "../fault.ts";

export const anyTextIsAPrivateKey: Fault = {
  id: "login/any-text-is-a-private-key",
  title: "Any text in `privateKey` gets a token.",
  requirement: "LOGIN-14",
  install(hooks) {
    loginAnyway(hooks, { kind: "login-private-key" }, ({ privateKey }) =>
      typeof privateKey === "string" && privateKey !== "" ? someUser(hooks) : undefined,
    );
  },
};
