import { randomUUID } from "node:crypto";
import type { Variant } from "../variant.ts";

export const volatileMembersLinkRequestId: Variant = {
  id: "volatile-members/link-request-id",
  title: "Each link tells in which answer it was sent.",
  openPoint: "volatile-members",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => ({ ...present(link), delivery: randomUUID() });
  },
};
