/** What a run keeps is little and what it lets go of is much, so garbage is collected often. */
import { setFlagsFromString } from "node:v8";

/** For the threads that begin after the call: the young generation's half, in MiB; 16 by default. */
export const SEMI_SPACE = "--max-semi-space-size=4";
/** For the whole process, at once: by how many percent of what lives the old generation may grow; up to 300 by default. */
const GROWTH = "--heap-growing-percent=70";

/**
 * Bounds how far the heaps of this process outgrow what lives in them. A third less memory for a few percent of CPU
 * (docs/scale.md). For processes of our own; whoever uses the library decides for theirs.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(SEMI_SPACE);
  setFlagsFromString(GROWTH);
}
