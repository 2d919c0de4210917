/**
 * The reference service as a process of its own: `node process.ts '{"port":3000}'`. Prints `{"baseUrl":…}` when it is
 * ready; stops when its standard input closes, or on SIGTERM or SIGINT.
 */
import { startReference } from "./index.ts";
import type { ReferenceOptions } from "./index.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as ReferenceOptions;
try {
  const reference = await startReference(options);
  process.stdout.write(`${JSON.stringify({ baseUrl: reference.baseUrl })}\n`);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void reference.close().finally(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // The parent holds the other end: when it dies, however it dies, so does this process.
  process.stdin.on("end", stop).on("error", stop).resume();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
