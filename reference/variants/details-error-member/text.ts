import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const detailsErrorMemberText: Variant = {
  id: "details-error-member/text",
  title: "The request member `error` of the v2 details must be a text.",
  openPoint: "details-error-member",
  install(hooks) {
    hooks.policy.input.checkErrorMember = (value) => {
      if (!(typeof value === "string")) throw badRequest("error-member", "wanted `error` to be a text", "body.error");
    };
  },
};
