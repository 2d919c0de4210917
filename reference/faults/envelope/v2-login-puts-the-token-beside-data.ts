import { rewriteBody, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2LoginPutsTheTokenBesideData: Fault = {
  id: "envelope/v2-login-puts-the-token-beside-data",
  title: "The v2 credential login puts the token next to `error`, not into `data`.",
  requirement: ["ENV-01", "LOGIN-01"],
  install(hooks) {
    rewriteBody(hooks, { face: "v2", kind: "login-credential" }, (body) => ({
      error: null,
      ...members(members(body)["data"]),
    }));
  },
};
