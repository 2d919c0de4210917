import type { Fault } from "./fault.ts";

/** Every seeded fault. */
export const faults: readonly Fault[] = [];
