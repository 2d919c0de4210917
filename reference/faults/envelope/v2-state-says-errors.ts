import { rewriteBody, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2StateSaysErrors: Fault = {
  id: "envelope/v2-state-says-errors",
  title: "The v2 state has a list `errors` in place of the member `error`.",
  requirement: "ENV-01",
  install(hooks) {
    rewriteBody(hooks, { face: "v2", kind: "state" }, (body) => ({ errors: [], data: members(body)["data"] }));
  },
};
