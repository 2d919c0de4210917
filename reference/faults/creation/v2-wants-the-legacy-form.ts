import { badRequest } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const v2WantsTheLegacyForm: Fault = {
  id: "creation/v2-wants-the-legacy-form",
  title: "The v2 creation refuses its own fields and wants the part `body` of the legacy form.",
  requirement: ["CREATE-03", "REFUSE-03", "CREATE-05"],
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      if (call.operation.id === "v2CreateTrace")
        throw badRequest("part-missing", "wanted the text part `body`", "body");
      return inner(call, input);
    });
  },
};
