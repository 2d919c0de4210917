import { badRequest } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const v2WantsOnePartNameForAllFiles: Fault = {
  id: "creation/v2-wants-one-part-name-for-all-files",
  title: "The v2 creation refuses files that come under different part names.",
  requirement: ["CREATE-06", "REFUSE-03"],
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      const names = new Set(input.files.map(({ partName }) => partName));
      if (call.operation.id === "v2CreateTrace" && names.size > 1) {
        throw badRequest("unexpected-part", "wanted all files in the part `files`", "files");
      }
      return inner(call, input);
    });
  },
};
