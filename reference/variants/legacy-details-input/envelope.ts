import { getOwn } from "../../core/json.ts";
import { badRequest } from "../../core/refusal.ts";
import { objectOr } from "../../policy/input.ts";
import type { Variant } from "../variant.ts";

export const legacyDetailsInputEnvelope: Variant = {
  id: "legacy-details-input/envelope",
  title: "`input` is the request of v2, with its required member `error`.",
  openPoint: "legacy-details-input",
  install(hooks) {
    hooks.policy.input.legacyDetails = (body) => {
      const input = objectOr(getOwn(body, "input"), "body.input");
      if (!Object.hasOwn(input, "error"))
        throw badRequest("member-missing", "wanted `input.error`", "body.input.error");
      return objectOr(getOwn(input, "data"), "body.input.data");
    };
  },
};
