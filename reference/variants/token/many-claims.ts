import type { Variant } from "../variant.ts";

export const tokenManyClaims: Variant = {
  id: "token/many-claims",
  title: "A token carries the groups and the e-mail of its user.",
  openPoint: "token",
  install(hooks) {
    hooks.policy.token.claims = (user) => ({
      email: user.email,
      groups: user.groups,
      scope: "traces:read traces:write",
      aud: "trace-service",
    });
  },
};
