import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyStateIsCalledData: Fault = {
  id: "state/legacy-state-is-called-data",
  title: "The legacy state stands in a member `data`.",
  requirement: "STATE-02",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "state" }, (payload) => ({
      data: members(payload)["state"] ?? null,
    }));
  },
};
