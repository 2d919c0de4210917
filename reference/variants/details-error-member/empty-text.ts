import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const detailsErrorMemberEmptyText: Variant = {
  id: "details-error-member/empty-text",
  title: "The request member `error` of the v2 details must be an empty text.",
  openPoint: "details-error-member",
  install(hooks) {
    hooks.policy.input.checkErrorMember = (value) => {
      if (!(value === "")) throw badRequest("error-member", "wanted `error` to be an empty text", "body.error");
    };
  },
};
