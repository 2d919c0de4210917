import { isJsonObject } from "../../core/json.ts";
import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const detailsErrorMemberEmptyObject: Variant = {
  id: "details-error-member/empty-object",
  title: "The request member `error` of the v2 details must be an empty object.",
  openPoint: "details-error-member",
  install(hooks) {
    hooks.policy.input.checkErrorMember = (value) => {
      if (!(isJsonObject(value) && Object.keys(value).length === 0))
        throw badRequest("error-member", "wanted `error` to be an empty object", "body.error");
    };
  },
};
