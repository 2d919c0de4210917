/** The folder of the embedded engine: one process at a time, and nobody but its user. It holds traces and signing keys. */
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeFolder, whyNoFolder } from "../../spec/files/make-folder.ts";
import { giveLockBack, takeLock, type Holder } from "../../spec/files/process-lock.ts";
import { SetupError } from "../core/setup-error.ts";

const LOCK_NAME = ".trace-reference.lock";
const PURPOSE = "data of the reference service";

/** A folder that is ours until it is closed. */
export interface DataFolder {
  /** Takes other users' rights from what the engine has put there: it gives its files rights of its own choice. */
  makePrivate(): void;
  close(): void;
}

/**
 * Takes the folder: makes it where it is missing, and takes other users' rights from all that is in it.
 * @throws SetupError where another service has it: the engine would overwrite what that one acknowledged
 */
export function openDataFolder(dataDir: string): DataFolder {
  const folder = resolve(dataDir);
  const lock = join(folder, LOCK_NAME);
  const refuse = (why: string): SetupError => new SetupError(`the data folder ${dataDir} ${why}`);
  let other: Holder | undefined;
  try {
    makeFolder(folder, 0o700);
    const names = readdirSync(folder);
    if (!names.includes("PG_VERSION") && names.some((name) => !name.startsWith(LOCK_NAME)))
      throw refuse("holds something else; name an empty one, or one of an earlier start");
    other = takeLock(lock, PURPOSE);
    if (!other) makePrivate(folder);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    giveLockBack(lock, PURPOSE);
    const why = whyNoFolder(error) ?? (error instanceof Error ? error.message : String(error));
    throw refuse(`cannot be used: ${why}; name another`);
  }
  if (other)
    throw refuse(
      `is in use by process ${String(other.processId)}; stop that one, name another folder, or give several services ` +
        "one PostgreSQL",
    );
  const mask = withoutOthers();
  return {
    makePrivate: () => makePrivate(folder),
    close() {
      giveLockBack(lock, PURPOSE);
      if (mask !== undefined) process.umask(mask);
    },
  };
}

function makePrivate(path: string): void {
  if (!statSync(path).isDirectory()) return chmodSync(path, 0o600);
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true }))
    // A link may lead out of the folder.
    if (entry.isDirectory() || entry.isFile()) makePrivate(join(path, entry.name));
}

/** What the engine writes later is its user's, too. A worker thread cannot say so; the folder keeps others out. */
function withoutOthers(): number | undefined {
  try {
    return process.umask(0o077);
  } catch {
    return undefined;
  }
}
