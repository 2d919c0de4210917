import type { OpenPointId } from "../vocabulary/profile.ts";

/** Open points whose reading is a measurement, another on every run: a change of it is no drift. */
export const measuredOpenPoints: readonly OpenPointId[] = ["search-lag", "size-limits", "rate-limit", "token"];
