import { rewriteReply } from "../../hooks/rewrite.ts";
import { rawJson } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const v2StateInLatin1: Fault = {
  id: "status/v2-state-in-latin-1",
  title: "The v2 state is written in ISO 8859-1.",
  requirement: ["STATUS-04", "DATA-07"],
  install(hooks) {
    rewriteReply(hooks, { face: "v2", kind: "state" }, (reply) =>
      reply.status === 200 && reply.body.kind === "json"
        ? rawJson(200, Buffer.from(JSON.stringify(reply.body.value), "latin1"))
        : reply,
    );
  },
};
