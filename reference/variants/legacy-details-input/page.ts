import { getOwn } from "../../core/json.ts";
import { objectOr } from "../../policy/input.ts";
import type { Variant } from "../variant.ts";

export const legacyDetailsInputPage: Variant = {
  id: "legacy-details-input/page",
  title: "Page arguments stand below `input.page`.",
  openPoint: "legacy-details-input",
  install(hooks) {
    hooks.policy.input.legacyDetails = (body) =>
      objectOr(getOwn(objectOr(getOwn(body, "input"), "body.input"), "page"), "body.input.page");
  },
};
