import { readFileSync } from "node:fs";

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** CPU that a process has used so far, in milliseconds; NaN where the system does not tell. */
export function cpuMsOf(pid: number): number {
  try {
    // The name of the program, in parentheses, may hold blanks.
    const fields = readFileSync(`/proc/${String(pid)}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/** The most memory that a process has held so far, in MiB; NaN once it has ended, and where the system does not tell. */
export function peakMiBOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
