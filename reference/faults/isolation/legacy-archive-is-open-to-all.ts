import type { Fault } from "../fault.ts";

export const legacyArchiveIsOpenToAll: Fault = {
  id: "isolation/legacy-archive-is-open-to-all",
  title: "Users of other organizations can download an archive through the legacy face.",
  requirement: "ISO-03",
  install(hooks) {
    hooks.around(
      "maySee",
      (inner) => (call, organization) => call.operation.id === "legacyDownloadFiles" || inner(call, organization),
    );
  },
};
