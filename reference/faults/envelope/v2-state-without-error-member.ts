import { members, rewriteBody } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2StateWithoutErrorMember: Fault = {
  id: "envelope/v2-state-without-error-member",
  title: "The v2 state comes without the member `error`.",
  requirement: "ENV-01",
  install(hooks) {
    rewriteBody(hooks, { face: "v2", kind: "state" }, (body) => ({ data: members(body)["data"] }));
  },
};
