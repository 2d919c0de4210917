import type { Variant } from "../variant.ts";

export const unknownTrace410: Variant = {
  id: "unknown-trace/410",
  title: "A trace that does not exist is answered with 410.",
  openPoint: "unknown-trace",
  install(hooks) {
    const { status } = hooks.policy.errors;
    hooks.policy.errors.status = (refusal) => (refusal.code === "unknown-trace" ? 410 : status(refusal));
  },
};
