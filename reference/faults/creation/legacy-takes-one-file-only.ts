import { badRequest } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const legacyTakesOneFileOnly: Fault = {
  id: "creation/legacy-takes-one-file-only",
  title: "The legacy creation refuses a second file.",
  requirement: ["CREATE-06", "REFUSE-03"],
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      if (call.operation.id === "legacyCreateTrace" && input.files.length > 1) {
        throw badRequest("too-many-files", "wanted one file", "files");
      }
      return inner(call, input);
    });
  },
};
