/** One run at a time writes into an output folder: a file in it names the process that does. */
import { join } from "node:path";
import { giveLockBack, takeLock } from "../../../spec/files/process-lock.ts";
import { UsageError } from "../../usage-error.ts";

const lockName = ".trace-conformance-run.lock";

/** Locks the folder for a run. @throws UsageError that names the process and the run that has it. */
export function lockFolder(folder: string, runId: string): void {
  const other = takeLock(join(folder, lockName), runId);
  if (!other) return;
  const where = other.processId === process.pid ? "this process" : `process ${String(other.processId)}`;
  throw new UsageError(
    `${folder} is in use by another run (${other.purpose}, ${where}). Wait for its end, or name another --output.`,
  );
}

/** Gives the folder back, where this run has it. */
export function unlockFolder(folder: string, runId: string): void {
  giveLockBack(join(folder, lockName), runId);
}
