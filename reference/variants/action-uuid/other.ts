import { randomUUID } from "node:crypto";
import type { Variant } from "../variant.ts";

export const actionUuidOther: Variant = {
  id: "action-uuid/other",
  title: "The v2 action answers the id of a receipt, new each time.",
  openPoint: "action-uuid",
  install(hooks) {
    hooks.policy.actionResult = () => randomUUID();
  },
};
