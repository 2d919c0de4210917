import { rewriteBody } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2WorkflowsInEnvelope: Fault = {
  id: "envelope/v2-workflows-in-envelope",
  title: "The v2 workflow list comes in the envelope of the other v2 answers.",
  requirement: ["ENV-03", "FLOW-01"],
  install(hooks) {
    rewriteBody(hooks, { face: "v2", kind: "workflows" }, (data) => ({ error: null, data }));
  },
};
