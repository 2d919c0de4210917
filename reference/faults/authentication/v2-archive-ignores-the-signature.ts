import { openToToken, altered } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2ArchiveIgnoresTheSignature: Fault = {
  id: "authentication/v2-archive-ignores-the-signature",
  title: "The v2 archive is answered with a token of any signature.",
  requirement: "AUTH-20",
  install(hooks) {
    openToToken(hooks, "v2DownloadFiles", altered);
  },
};
