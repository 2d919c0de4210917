import { randomUUID } from "node:crypto";
import { onRefusal, succeed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const v2BrokenJsonIsAnsweredWithAUuid: Fault = {
  id: "creation/v2-broken-json-is-answered-with-a-uuid",
  title: "A v2 creation with broken JSON is answered with some UUID.",
  requirement: "CREATE-10",
  install(hooks) {
    onRefusal(hooks, ["not-json"], (_reply, call) => succeed(call, randomUUID()), { face: "v2", kind: "create" });
  },
};
