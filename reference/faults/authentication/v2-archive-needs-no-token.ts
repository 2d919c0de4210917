import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2ArchiveNeedsNoToken: Fault = {
  id: "authentication/v2-archive-needs-no-token",
  title: "The v2 archive is answered without a token.",
  requirement: "AUTH-05",
  install(hooks) {
    openWithoutHeader(hooks, "v2DownloadFiles");
  },
};
