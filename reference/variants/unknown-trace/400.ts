import type { Variant } from "../variant.ts";

export const unknownTrace400: Variant = {
  id: "unknown-trace/400",
  title: "A trace that does not exist is answered with 400.",
  openPoint: "unknown-trace",
  install(hooks) {
    const { status } = hooks.policy.errors;
    hooks.policy.errors.status = (refusal) => (refusal.code === "unknown-trace" ? 400 : status(refusal));
  },
};
