import { rewriteBody, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2SearchBare: Fault = {
  id: "envelope/v2-search-bare",
  title: "The v2 search answers the bare array, without the envelope.",
  requirement: ["ENV-01", "SEARCH-01"],
  install(hooks) {
    rewriteBody(hooks, { face: "v2", kind: "search" }, (body) => members(body)["data"]);
  },
};
