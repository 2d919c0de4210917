/** The peak of the memory that this process holds, in MiB. */
import { readFileSync } from "node:fs";

export function peakMiB(): number {
  try {
    // What `resourceUsage` tells begins with the memory of the process that started this one.
    const [, kib] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    if (kib !== undefined) return Math.round(Number(kib) / 1024);
  } catch {
    // Not Linux.
  }
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
