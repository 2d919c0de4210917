import type { Variant } from "../variant.ts";

export const detailsErrorMemberOptional: Variant = {
  id: "details-error-member/optional",
  title: "The request member `error` of the v2 details may be left out.",
  openPoint: "details-error-member",
  install(hooks) {
    hooks.policy.input.checkErrorMember = () => undefined;
  },
};
