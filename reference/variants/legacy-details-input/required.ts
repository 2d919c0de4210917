import { badRequest } from "../../core/refusal.ts";
import { getOwn, isJsonObject } from "../../core/json.ts";
import type { Variant } from "../variant.ts";

export const legacyDetailsInputRequired: Variant = {
  id: "legacy-details-input/required",
  title: "`input` must be an object.",
  openPoint: "legacy-details-input",
  install(hooks) {
    hooks.policy.input.legacyDetails = (body) => {
      const input = getOwn(body, "input");
      if (!isJsonObject(input)) throw badRequest("not-an-object", "wanted an object in `input`", "body.input");
      return input;
    };
  },
};
