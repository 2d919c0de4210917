import { rewritePayload } from "../../hooks/rewrite.ts";
import { rememberWrites } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const everyThirdAnswerIsNoUuid: Fault = {
  id: "actions/every-third-answer-is-no-uuid",
  title: "Every third link of a trace is answered by its number instead of a UUID.",
  requirement: "ACT-01",
  install(hooks) {
    const written = rememberWrites(hooks);
    rewritePayload(hooks, { face: "v2", kind: "act" }, (uuid, call) => {
      const position = written(call)?.link.position ?? 0;
      return position % 3 === 0 ? `link-${String(position)}` : uuid;
    });
  },
};
