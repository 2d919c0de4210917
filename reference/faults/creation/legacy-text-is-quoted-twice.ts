import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyTextIsQuotedTwice: Fault = {
  id: "creation/legacy-text-is-quoted-twice",
  title: "The legacy creation answers a JSON text with quotes in it.",
  requirement: "CREATE-02",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "create" }, (traceId) => JSON.stringify(traceId));
  },
};
