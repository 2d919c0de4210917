import { members, rewritePayload } from "../../hooks/rewrite.ts";
import type { Variant } from "../variant.ts";

export const additionalMembersPage: Variant = {
  id: "additional-members/page",
  title: "Pages say their size and their links their neighbours.",
  openPoint: "additional-members",
  install(hooks) {
    rewritePayload(hooks, { kind: "details" }, (payload) => ({
      ...members(payload),
      pageSize: 25,
      info: { ...members(members(payload)["info"]), totalPages: null },
    }));
  },
};
