import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2StateWithoutItsName: Fault = {
  id: "state/v2-state-without-its-name",
  title: "The v2 state stands directly in `data`, without the member `state`.",
  requirement: "STATE-01",
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "state" }, (payload) => members(payload)["state"]);
  },
};
