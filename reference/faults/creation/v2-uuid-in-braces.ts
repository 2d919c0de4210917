import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2UuidInBraces: Fault = {
  id: "creation/v2-uuid-in-braces",
  title: "The v2 creation writes the UUID in braces.",
  requirement: "CREATE-01",
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "create" }, (traceId) => `{${String(traceId)}}`);
  },
};
