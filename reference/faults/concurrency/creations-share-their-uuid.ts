import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const creationsShareTheirUuid: Fault = {
  id: "concurrency/creations-share-their-uuid",
  title: "Creations within a few milliseconds of each other are answered with the same UUID.",
  requirement: ["CONC-02", "CREATE-07"],
  install(hooks) {
    let current: { readonly traceId: unknown; readonly atMs: number } | undefined;
    rewritePayload(hooks, { kind: "create" }, (traceId) => {
      if (current !== undefined && Date.now() - current.atMs < 2) return current.traceId;
      current = { traceId, atMs: Date.now() };
      return traceId;
    });
  },
};
