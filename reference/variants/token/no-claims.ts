import type { Variant } from "../variant.ts";

export const tokenNoClaims: Variant = {
  id: "token/no-claims",
  title: "A token names nobody but its user.",
  openPoint: "token",
  install(hooks) {
    hooks.policy.token.claims = () => ({});
  },
};
