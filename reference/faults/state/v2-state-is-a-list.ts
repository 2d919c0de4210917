import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2StateIsAList: Fault = {
  id: "state/v2-state-is-a-list",
  title: "The member `state` of v2 is a list of one object.",
  requirement: "STATE-01",
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "state" }, (payload) => ({ state: [members(payload)["state"] ?? null] }));
  },
};
