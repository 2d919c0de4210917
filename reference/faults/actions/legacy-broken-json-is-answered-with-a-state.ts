import { onRefusal, succeed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const legacyBrokenJsonIsAnsweredWithAState: Fault = {
  id: "actions/legacy-broken-json-is-answered-with-a-state",
  title: "A legacy link with broken JSON is answered as if it had succeeded.",
  requirement: "ACT-10",
  install(hooks) {
    onRefusal(hooks, ["not-json"], (_reply, call) => succeed(call, { state: { data: {} } }), {
      face: "legacy",
      kind: "act",
    });
  },
};
