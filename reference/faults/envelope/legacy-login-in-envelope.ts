import { rewriteBody } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyLoginInEnvelope: Fault = {
  id: "envelope/legacy-login-in-envelope",
  title: "The legacy login answers in the envelope of v2.",
  requirement: ["ENV-02", "LOGIN-03"],
  install(hooks) {
    rewriteBody(hooks, { face: "legacy", kind: "login-credential" }, (data) => ({ error: null, data }));
  },
};
