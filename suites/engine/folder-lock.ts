/** One run at a time writes into an output folder: a file in it names the process that does. */
import { rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "../../spec/json.ts";
import { readJsonFile } from "../../spec/files/json-file.ts";
import { readText } from "../../spec/files/read-file.ts";
import { UsageError } from "../usage-error.ts";

const lockName = ".trace-conformance-run.lock";
const held = new Set<string>();

/** Locks the folder for this process. @throws UsageError that names the process that has it. */
export function lockFolder(folder: string, runId: string): void {
  const lock = { processId: process.pid, host: hostname(), born: birthOf(process.pid), runId };
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(join(folder, lockName), `${JSON.stringify(lock)}\n`, { flag: "wx" });
      break;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 3) throw cause;
      const other = holderOf(folder);
      if (other) throw inUse(folder, other);
      rmSync(join(folder, lockName), { force: true });
    }
  }
  if (held.size === 0) process.once("exit", unlockAll);
  held.add(folder);
}

/** Gives the folder back, where this process has it. */
export function unlockFolder(folder: string): void {
  if (!held.delete(folder)) return;
  if (held.size === 0) process.off("exit", unlockAll);
  rmSync(join(folder, lockName), { force: true });
}

function unlockAll(): void {
  for (const folder of held) unlockFolder(folder);
}

/** The other process that writes into the folder; undefined where there is none, or none any more. */
function holderOf(folder: string): { readonly processId: number; readonly runId: string } | undefined {
  const { processId, host, born, runId } = contentOf(join(folder, lockName));
  // A container that was ended leaves its lock behind, and nobody can ask for its process from elsewhere.
  if (typeof processId !== "number" || host !== hostname() || processId === process.pid) return undefined;
  if (!isAlive(processId) || (typeof born === "string" && birthOf(processId) !== born)) return undefined;
  return { processId, runId: String(runId) };
}

function contentOf(file: string): Readonly<Record<string, unknown>> {
  try {
    const value = readJsonFile(file, { maxBytes: 10_000 });
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process was started, where the system tells it: another with the same number was started at another time. */
function birthOf(processId: number): string | undefined {
  try {
    const text = readText(`/proc/${String(processId)}/stat`, 10_000);
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

function inUse(folder: string, { processId, runId }: { processId: number; runId: string }): UsageError {
  return new UsageError(
    `${folder} is in use by another run (${runId}, process ${String(processId)}). Wait for its end, or name another --output.`,
  );
}
