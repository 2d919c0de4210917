import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const detailsErrorMemberNullOnly: Variant = {
  id: "details-error-member/null-only",
  title: "The request member `error` of the v2 details must be null.",
  openPoint: "details-error-member",
  install(hooks) {
    hooks.policy.input.checkErrorMember = (value) => {
      if (!(value === null)) throw badRequest("error-member", "wanted `error` to be null", "body.error");
    };
  },
};
