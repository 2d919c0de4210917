import type { Variant } from "../variant.ts";

export const requiredFieldsDataOptional: Variant = {
  id: "required-fields/data-optional",
  title: "The data may be left out, and is then empty.",
  openPoint: "required-fields",
  install(hooks) {
    const { required } = hooks.policy.input;
    hooks.policy.input.required = (kind, face) => required(kind, face).filter((field) => field !== "data");
  },
};
