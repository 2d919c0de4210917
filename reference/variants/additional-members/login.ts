import { members, rewritePayload } from "../../hooks/rewrite.ts";
import type { Variant } from "../variant.ts";

export const additionalMembersLogin: Variant = {
  id: "additional-members/login",
  title: "A login tells how long the token lives.",
  openPoint: "additional-members",
  install(hooks) {
    rewritePayload(hooks, { kind: ["login-credential", "login-private-key"] }, (payload) => ({
      ...members(payload),
      tokenType: "Bearer",
      expiresIn: 3600,
    }));
  },
};
