import { badRequest } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const legacyRefusesFiles: Fault = {
  id: "actions/legacy-refuses-files",
  title: "The legacy link refuses an action with files.",
  requirement: ["ACT-07", "REFUSE-03"],
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      if (call.operation.id === "legacyAppendAction" && input.files.length > 0) {
        throw badRequest("unexpected-file", "files belong to the creation", "files");
      }
      return inner(call, input);
    });
  },
};
