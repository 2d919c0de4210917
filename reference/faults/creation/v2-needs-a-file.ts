import { badRequest } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const v2NeedsAFile: Fault = {
  id: "creation/v2-needs-a-file",
  title: "The v2 creation refuses a request without files.",
  requirement: ["CREATE-05", "REFUSE-03"],
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      if (call.operation.id === "v2CreateTrace" && input.files.length === 0) {
        throw badRequest("file-missing", "wanted at least one file", "files");
      }
      return inner(call, input);
    });
  },
};
