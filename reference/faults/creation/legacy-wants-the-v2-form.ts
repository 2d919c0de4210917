import { badRequest } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const legacyWantsTheV2Form: Fault = {
  id: "creation/legacy-wants-the-v2-form",
  title: "The legacy creation refuses the part `body` and wants the fields of v2.",
  requirement: ["CREATE-04", "REFUSE-03", "CREATE-05"],
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      if (call.operation.id === "legacyCreateTrace")
        throw badRequest("part-missing", "wanted `traceInput`", "traceInput");
      return inner(call, input);
    });
  },
};
