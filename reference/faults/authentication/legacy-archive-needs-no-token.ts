import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyArchiveNeedsNoToken: Fault = {
  id: "authentication/legacy-archive-needs-no-token",
  title: "The legacy archive is answered without a token.",
  requirement: "AUTH-13",
  install(hooks) {
    openWithoutHeader(hooks, "legacyDownloadFiles");
  },
};
