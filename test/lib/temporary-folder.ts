/** One temporary folder for all that a run of the tests writes; nothing of it is left behind. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const prefix = "trace-tests-";

/** The global setup of every project; the first makes the folder, and the processes of the tests inherit it. */
export default function setUp(): (() => void) | undefined {
  if (basename(tmpdir()).startsWith(prefix)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // The real database runs as a user of its own where the tests run as root.
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
