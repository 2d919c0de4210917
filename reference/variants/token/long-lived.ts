import type { Variant } from "../variant.ts";

export const tokenLongLived: Variant = {
  id: "token/long-lived",
  title: "A token lives a year.",
  openPoint: "token",
  install(hooks) {
    hooks.policy.token.lifetimeS = 365 * 24 * 3600;
  },
};
