import { rewriteBody } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacySearchInEnvelope: Fault = {
  id: "envelope/legacy-search-in-envelope",
  title: "The legacy search answers in the envelope of v2.",
  requirement: ["ENV-02", "SEARCH-02"],
  install(hooks) {
    rewriteBody(hooks, { face: "legacy", kind: "search" }, (data) => ({ error: null, data }));
  },
};
