import { describe } from "../../policy/errors.ts";
import type { Variant } from "../variant.ts";

export const errorBodiesEnvelopeWithoutData: Variant = {
  id: "error-bodies/envelope-without-data",
  title: "A v2 refusal has no member `data`.",
  openPoint: "error-bodies",
  install(hooks) {
    hooks.policy.errors.body = (refusal) => ({ error: describe(refusal) });
  },
};
