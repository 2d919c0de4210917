import type { Variant } from "./variant.ts";

/** Every conformant variant. */
export const variants: readonly Variant[] = [];
