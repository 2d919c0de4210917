import { members } from "../../hooks/rewrite.ts";
import { jsonReply } from "../../http/answer.ts";
import type { Fault } from "../fault.ts";

export const v2RefusesTheErrorMember: Fault = {
  id: "details/v2-refuses-the-error-member",
  title: "The v2 details refuse the request member `error`, which they must have.",
  requirement: ["DETAILS-04", "REFUSE-03"],
  install(hooks) {
    hooks.around("respond", (inner) => async (call, reply) => {
      const honest = await inner(call, reply);
      const refused = call.operation.id === "v2TraceDetails" && Object.hasOwn(members(call.body), "error");
      return refused ? jsonReply(400, { error: "unexpected member `error`", data: null }) : honest;
    });
  },
};
