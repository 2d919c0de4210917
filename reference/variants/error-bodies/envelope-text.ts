import type { Variant } from "../variant.ts";

export const errorBodiesEnvelopeText: Variant = {
  id: "error-bodies/envelope-text",
  title: "The member `error` of a refusal is a text; legacy has `{error}`.",
  openPoint: "error-bodies",
  install(hooks) {
    hooks.policy.errors.body = ({ message }, face) =>
      face === "v2" ? { error: message, data: null } : { error: message };
  },
};
