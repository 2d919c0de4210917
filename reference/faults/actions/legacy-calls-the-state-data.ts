import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyCallsTheStateData: Fault = {
  id: "actions/legacy-calls-the-state-data",
  title: "The legacy link answers the state in a member `data`.",
  requirement: "ACT-02",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "act" }, (payload) => ({ data: members(payload)["state"] }));
  },
};
