import { rewritePayload } from "../../hooks/rewrite.ts";
import { rememberWrites } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const legacyAnswersTheUuid: Fault = {
  id: "actions/legacy-answers-the-uuid",
  title: "The legacy link answers a UUID, as the v2 action does.",
  requirement: "ACT-02",
  install(hooks) {
    const written = rememberWrites(hooks);
    rewritePayload(hooks, { face: "legacy", kind: "act" }, (state, call) => written(call)?.link.linkId ?? state);
  },
};
