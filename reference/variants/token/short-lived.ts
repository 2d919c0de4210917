import type { Variant } from "../variant.ts";

export const tokenShortLived: Variant = {
  id: "token/short-lived",
  title: "A token lives two minutes.",
  openPoint: "token",
  install(hooks) {
    hooks.policy.token.lifetimeS = 120;
  },
};
