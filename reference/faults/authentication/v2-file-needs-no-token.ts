import { openWithoutHeader } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2FileNeedsNoToken: Fault = {
  id: "authentication/v2-file-needs-no-token",
  title: "The v2 file is answered without a token.",
  requirement: "AUTH-06",
  install(hooks) {
    openWithoutHeader(hooks, "v2DownloadFile");
  },
};
