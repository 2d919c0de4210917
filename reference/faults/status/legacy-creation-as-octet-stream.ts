import { rewriteReply } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const legacyCreationAsOctetStream: Fault = {
  id: "status/legacy-creation-as-octet-stream",
  title: "The answer of the legacy creation calls itself `application/octet-stream`.",
  requirement: "STATUS-03",
  install(hooks) {
    rewriteReply(hooks, { face: "legacy", kind: "create" }, (reply) => ({
      ...reply,
      headers: { ...reply.headers, "content-type": "application/octet-stream" },
    }));
  },
};
