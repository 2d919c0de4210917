import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const privateKeyLoginAsForm: Fault = {
  id: "status/private-key-login-as-form",
  title: "The answer of the private key login calls itself a form, though it is JSON.",
  requirement: "STATUS-03",
  install(hooks) {
    rewriteReply(hooks, { kind: "login-private-key" }, (reply) => ({
      ...reply,
      headers: { ...reply.headers, "content-type": "application/x-www-form-urlencoded" },
    }));
  },
};
