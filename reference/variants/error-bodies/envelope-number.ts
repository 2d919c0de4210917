import type { Variant } from "../variant.ts";

export const errorBodiesEnvelopeNumber: Variant = {
  id: "error-bodies/envelope-number",
  title: "The member `error` of a v2 refusal is a number.",
  openPoint: "error-bodies",
  install(hooks) {
    hooks.policy.errors.body = ({ message, status }, face) =>
      face === "v2" ? { error: status, data: {} } : { statusCode: status, message };
  },
};
