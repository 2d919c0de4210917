import { rewriteBody, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2CreationBare: Fault = {
  id: "envelope/v2-creation-bare",
  title: "The v2 creation answers the bare UUID, without the envelope.",
  requirement: ["ENV-01", "CREATE-01"],
  install(hooks) {
    rewriteBody(hooks, { face: "v2", kind: "create" }, (body) => members(body)["data"]);
  },
};
