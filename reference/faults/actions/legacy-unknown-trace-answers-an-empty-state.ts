import { onRefusal, succeed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const legacyUnknownTraceAnswersAnEmptyState: Fault = {
  id: "actions/legacy-unknown-trace-answers-an-empty-state",
  title: "A legacy link on an unknown trace is answered with an empty state.",
  requirement: "ACT-11",
  install(hooks) {
    onRefusal(hooks, ["unknown-trace"], (_reply, call) => succeed(call, { state: {} }), {
      face: "legacy",
      kind: "act",
    });
  },
};
