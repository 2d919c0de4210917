/** A run keeps little and discards much, so garbage is collected often to save memory. */
import { setFlagsFromString } from "node:v8";

/** By how many percent of what lives the old generation may grow; up to 300 by default. */
const growth = "--heap-growing-percent=70";

/**
 * Bound how far the heaps of a process outgrow what lives in them: less memory for a few percent of CPU
 * (docs/scale.md).
 */
export const smallHeapFlags: readonly string[] = [
  // Half of the young generation, in MiB; 16 by default. A process that runs already cannot be told.
  "--max-semi-space-size=12",
  growth,
];

/**
 * For the allocator of glibc: larger blocks are given back as soon as they are free, as at the start of a process. Left
 * alone, it keeps what large bodies were in once it has freed one; other allocators do not know this.
 */
export const smallHeapEnv: Readonly<Record<string, string>> = { MALLOC_MMAP_THRESHOLD_: "131072" };

/**
 * Makes this process begin anew under the flags, which costs 30 ms, and does not return then. Where a process cannot,
 * or has them already, it returns, with the one flag set that a process that runs can be told.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(growth);
  const { execArgv, execPath, argv, env } = process;
  // Under a parent that talks to this process, the connection would be lost.
  if (smallHeapFlags.every((flag) => execArgv.includes(flag)) || process.channel) return;
  try {
    process.execve?.(execPath, [execPath, ...smallHeapFlags, ...execArgv, ...argv.slice(1)], {
      ...smallHeapEnv,
      ...env,
    });
  } catch {
    // Not on this platform, or not for this user.
  }
}
