import { rewritePayload } from "../../hooks/rewrite.ts";
import { rememberWrites } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const v2AnswersTheState: Fault = {
  id: "actions/v2-answers-the-state",
  title: "The v2 action answers the state, as the legacy link does.",
  requirement: "ACT-01",
  install(hooks) {
    const written = rememberWrites(hooks);
    rewritePayload(hooks, { face: "v2", kind: "act" }, (_uuid, call) => ({
      state: { data: written(call)?.trace.data ?? {} },
    }));
  },
};
