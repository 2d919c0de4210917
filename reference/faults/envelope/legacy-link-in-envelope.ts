import { rewriteBody } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyLinkInEnvelope: Fault = {
  id: "envelope/legacy-link-in-envelope",
  title: "The legacy link answers in the envelope of v2.",
  requirement: ["ENV-02", "ACT-02"],
  install(hooks) {
    rewriteBody(hooks, { face: "legacy", kind: "act" }, (data) => ({ error: null, data }));
  },
};
