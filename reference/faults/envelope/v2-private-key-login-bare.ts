import { rewriteBody, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2PrivateKeyLoginBare: Fault = {
  id: "envelope/v2-private-key-login-bare",
  title: "The private key login answers as the legacy login does, without the envelope.",
  requirement: ["ENV-01", "LOGIN-02"],
  install(hooks) {
    rewriteBody(hooks, { kind: "login-private-key" }, (body) => members(body)["data"]);
  },
};
