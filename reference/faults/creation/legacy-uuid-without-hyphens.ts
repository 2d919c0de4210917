import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyUuidWithoutHyphens: Fault = {
  id: "creation/legacy-uuid-without-hyphens",
  title: "The legacy creation writes the UUID without hyphens.",
  requirement: "CREATE-02",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "create" }, (traceId) => String(traceId).replaceAll("-", ""));
  },
};
