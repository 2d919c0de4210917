import { rewriteBody } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyDetailsInEnvelope: Fault = {
  id: "envelope/legacy-details-in-envelope",
  title: "The legacy details come in the envelope of v2.",
  requirement: "ENV-02",
  install(hooks) {
    rewriteBody(hooks, { face: "legacy", kind: "details" }, (data) => ({ error: null, data }));
  },
};
