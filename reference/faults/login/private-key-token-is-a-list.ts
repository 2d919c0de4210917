import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const privateKeyTokenIsAList: Fault = {
  id: "login/private-key-token-is-a-list",
  title: "The member `token` of the private key login is a list of one text.",
  requirement: "LOGIN-02",
  install(hooks) {
    rewritePayload(hooks, { kind: "login-private-key" }, (payload) => ({ token: [members(payload)["token"] ?? null] }));
  },
};
