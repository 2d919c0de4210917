import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2ObjectsWithIds: Fault = {
  id: "search/v2-objects-with-ids",
  title: "The v2 search answers objects with the trace ids in them.",
  requirement: "SEARCH-01",
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "search" }, (found) =>
      (found as string[]).map((traceId) => ({ traceId })),
    );
  },
};
