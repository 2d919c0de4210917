import type { Variant } from "../variant.ts";

export const errorBodiesProblemDetails: Variant = {
  id: "error-bodies/problem-details",
  title: "Refusals are problem details (RFC 9457) on both faces.",
  openPoint: "error-bodies",
  install(hooks) {
    hooks.policy.errors.contentType = "application/problem+json";
    hooks.policy.errors.body = ({ code, message, status }) => ({
      type: `https://example.invalid/problems/${code}`,
      title: message,
      status,
    });
  },
};
