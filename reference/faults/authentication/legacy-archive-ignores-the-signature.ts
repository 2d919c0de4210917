import { openToToken, altered } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const legacyArchiveIgnoresTheSignature: Fault = {
  id: "authentication/legacy-archive-ignores-the-signature",
  title: "The legacy archive is answered with a token of any signature.",
  requirement: "AUTH-28",
  install(hooks) {
    openToToken(hooks, "legacyDownloadFiles", altered);
  },
};
