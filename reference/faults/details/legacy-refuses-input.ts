import { members } from "../../hooks/rewrite.ts";
import { jsonReply } from "../../http/answer.ts";
import type { Fault } from "../fault.ts";

export const legacyRefusesInput: Fault = {
  id: "details/legacy-refuses-input",
  title: "The legacy details refuse the member `input`.",
  requirement: ["DETAILS-05", "REFUSE-03"],
  install(hooks) {
    hooks.around("respond", (inner) => async (call, reply) => {
      const honest = await inner(call, reply);
      const refused = call.operation.id === "legacyTraceDetails" && Object.hasOwn(members(call.body), "input");
      return refused ? jsonReply(400, { message: "unexpected member `input`" }) : honest;
    });
  },
};
