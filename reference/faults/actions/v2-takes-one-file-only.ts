import { badRequest } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const v2TakesOneFileOnly: Fault = {
  id: "actions/v2-takes-one-file-only",
  title: "The v2 action refuses a second file.",
  requirement: ["ACT-07", "REFUSE-03"],
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      if (call.operation.id === "v2AppendAction" && input.files.length > 1) {
        throw badRequest("too-many-files", "wanted one file", "files");
      }
      return inner(call, input);
    });
  },
};
