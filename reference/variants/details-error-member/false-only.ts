import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const detailsErrorMemberFalseOnly: Variant = {
  id: "details-error-member/false-only",
  title: "The request member `error` of the v2 details must be false.",
  openPoint: "details-error-member",
  install(hooks) {
    hooks.policy.input.checkErrorMember = (value) => {
      if (!(value === false)) throw badRequest("error-member", "wanted `error` to be false", "body.error");
    };
  },
};
