import type { Fault } from "../fault.ts";

export const v2FileIsOpenToAll: Fault = {
  id: "isolation/v2-file-is-open-to-all",
  title: "Users of other organizations can download a file.",
  requirement: "ISO-03",
  install(hooks) {
    hooks.around("maySee", (inner) => (call, organization) => call.kind === "file" || inner(call, organization));
  },
};
