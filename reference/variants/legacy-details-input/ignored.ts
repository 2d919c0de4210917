import type { Variant } from "../variant.ts";

export const legacyDetailsInputIgnored: Variant = {
  id: "legacy-details-input/ignored",
  title: "`input` has no effect.",
  openPoint: "legacy-details-input",
  install(hooks) {
    hooks.policy.input.legacyDetails = () => ({});
  },
};
