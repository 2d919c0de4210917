import { rewriteBody } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyCreationInEnvelope: Fault = {
  id: "envelope/legacy-creation-in-envelope",
  title: "The legacy creation answers in the envelope of v2.",
  requirement: ["ENV-02", "CREATE-02"],
  install(hooks) {
    rewriteBody(hooks, { face: "legacy", kind: "create" }, (data) => ({ error: null, data }));
  },
};
