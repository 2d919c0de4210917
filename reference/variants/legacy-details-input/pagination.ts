import { getOwn } from "../../core/json.ts";
import { objectOr } from "../../policy/input.ts";
import type { Variant } from "../variant.ts";

export const legacyDetailsInputPagination: Variant = {
  id: "legacy-details-input/pagination",
  title: "Page arguments stand below `input.pagination`.",
  openPoint: "legacy-details-input",
  install(hooks) {
    hooks.policy.input.legacyDetails = (body) =>
      objectOr(getOwn(objectOr(getOwn(body, "input"), "body.input"), "pagination"), "body.input.pagination");
  },
};
