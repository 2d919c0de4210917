import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { peakMiBOf } from "./process-facts.ts";

export interface CommandRun {
  readonly ms: number;
  readonly peakMiB: number;
  readonly code: number | null;
}

/** Runs `trace-conformance` as a user does, with its reports in a folder that is gone afterwards. */
export async function timeCommand(words: readonly string[]): Promise<CommandRun> {
  const script = fileURLToPath(new URL("../../bin/trace-conformance.js", import.meta.url));
  const cwd = mkdtempSync(join(tmpdir(), "bench-command-"));
  const started = performance.now();
  const child = spawn(process.execPath, [script, ...words], { cwd, stdio: "ignore" });
  let peakMiB = 0;
  const watch = setInterval(() => {
    const peak = peakMiBOf(child.pid ?? 0);
    if (peak > peakMiB) peakMiB = peak;
  }, 100);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", resolve);
    });
    return { ms: performance.now() - started, peakMiB, code };
  } finally {
    clearInterval(watch);
    rmSync(cwd, { recursive: true, force: true });
  }
}
