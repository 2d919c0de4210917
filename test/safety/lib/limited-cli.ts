/** The command where no file may grow beyond a bound, which to a program looks like a disk that is full. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { CliOutcome } from "../../cli/lib/run-cli.ts";

const bin = fileURLToPath(new URL("../../../bin/trace-conformance.js", import.meta.url));

export async function limitedCli(maxFileKiB: number, args: readonly string[], cwd: string): Promise<CliOutcome> {
  // The signal that would end the process is left aside, so that a write fails with EFBIG.
  const script = `trap '' XFSZ; ulimit -f ${String(maxFileKiB)}; exec "$@"`;
  const child = spawn("bash", ["-c", script, "bash", process.execPath, bin, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (stderr += bytes.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, stdout, stderr };
}
