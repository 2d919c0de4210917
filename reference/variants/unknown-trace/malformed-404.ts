import type { Variant } from "../variant.ts";

export const unknownTraceMalformed404: Variant = {
  id: "unknown-trace/malformed-404",
  title: "A text that is no UUID is answered with 404, like a trace that does not exist.",
  openPoint: "unknown-trace",
  install(hooks) {
    const { status } = hooks.policy.errors;
    hooks.policy.errors.status = (refusal) => (refusal.code === "not-a-uuid" ? 404 : status(refusal));
  },
};
