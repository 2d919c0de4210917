import { openToToken, invented } from "../support/doors.ts";
import type { Fault } from "../fault.ts";

export const v2FileTakesAnyToken: Fault = {
  id: "authentication/v2-file-takes-any-token",
  title: "The v2 file is answered with any text as the token.",
  requirement: "AUTH-21",
  install(hooks) {
    openToToken(hooks, "v2DownloadFile", invented);
  },
};
