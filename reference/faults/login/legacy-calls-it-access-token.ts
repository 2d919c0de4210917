import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyCallsItAccessToken: Fault = {
  id: "login/legacy-calls-it-access-token",
  title: "The legacy login names the token `access_token`.",
  requirement: "LOGIN-03",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "login-credential" }, (payload) => ({
      access_token: members(payload)["token"],
    }));
  },
};
