import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2TokenIsAnObject: Fault = {
  id: "login/v2-token-is-an-object",
  title: "The member `token` of the v2 credential login is an object.",
  requirement: "LOGIN-01",
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "login-credential" }, (payload) => ({
      token: { value: members(payload)["token"] ?? null },
    }));
  },
};
