import type { Variant } from "../variant.ts";

export const unknownTrace403: Variant = {
  id: "unknown-trace/403",
  title: "A trace that does not exist is answered with 403.",
  openPoint: "unknown-trace",
  install(hooks) {
    const { status } = hooks.policy.errors;
    hooks.policy.errors.status = (refusal) => (refusal.code === "unknown-trace" ? 403 : status(refusal));
  },
};
