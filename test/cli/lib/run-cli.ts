/** Runs the command as a user would: a process of its own, in an empty folder, without a terminal. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { parseResults, type Results } from "../../../reports/index.ts";

const bin = fileURLToPath(new URL("../../../bin/trace-conformance.js", import.meta.url));

export interface CliOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with everything on stderr so far, whenever there is more. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
  /** Called once the process runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

export async function runCli(args: readonly string[], options: CliOptions): Promise<CliOutcome> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd,
    // Only what a process needs: no variables of the test runner, no credentials of the developer.
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: options.cwd,
      // A history starts from the database that this machine has prepared, and does not make it anew.
      XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
      NO_COLOR: "1",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, as a shell gives it.
    detached: true,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes.toString();
    options.onStderr?.(stderr, child);
  });
  options.onStart?.(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, stdout, stderr };
}

/** An empty folder, gone after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "trace-conformance-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The results in the output folder, checked against the published schema. */
export function resultsIn(folder: string, output = "conformance-report"): Results {
  return parseResults(readFileSync(join(folder, output, "results.json"), "utf8"));
}
