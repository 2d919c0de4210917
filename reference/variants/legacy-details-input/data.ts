import { getOwn } from "../../core/json.ts";
import { objectOr } from "../../policy/input.ts";
import type { Variant } from "../variant.ts";

export const legacyDetailsInputData: Variant = {
  id: "legacy-details-input/data",
  title: "Page arguments stand below `input.data`.",
  openPoint: "legacy-details-input",
  install(hooks) {
    hooks.policy.input.legacyDetails = (body) =>
      objectOr(getOwn(objectOr(getOwn(body, "input"), "body.input"), "data"), "body.input.data");
  },
};
