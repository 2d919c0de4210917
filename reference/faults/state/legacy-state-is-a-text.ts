import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyStateIsAText: Fault = {
  id: "state/legacy-state-is-a-text",
  title: "The legacy state is a text that holds JSON.",
  requirement: "STATE-02",
  install(hooks) {
    rewritePayload(hooks, { face: "legacy", kind: "state" }, (payload) => ({
      state: JSON.stringify(members(payload)["state"]),
    }));
  },
};
