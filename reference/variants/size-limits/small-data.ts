import { tooLarge } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const sizeLimitsSmallData: Variant = {
  id: "size-limits/small-data",
  title: "Data over 20,000 bytes is refused with 413.",
  openPoint: "size-limits",
  install(hooks) {
    hooks.around("readAction", (inner) => (call, input) => {
      if (Buffer.byteLength(JSON.stringify(input.data)) > 20_000)
        throw tooLarge("data-too-large", "at most 20,000 bytes");
      return inner(call, input);
    });
  },
};
