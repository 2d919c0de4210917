/** One large script, executed and judged in a process of its own. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Script } from "../../spec/vocabulary/script.ts";
import { smallHeapEnv, smallHeapFlags } from "../../suites/engine/small-heap.ts";

export interface LargeScriptOptions {
  readonly script: Script;
  /** Of one response. */
  readonly maxResponseBytes?: number;
}

export interface JudgedScript {
  readonly exchanges: number;
  readonly unsent: number;
  readonly statuses: readonly number[];
  readonly ms: number;
  readonly judgingMs: number;
  readonly passed: number;
  /** Messages of what failed; a crash of a check is one. */
  readonly failed: readonly string[];
  /** The suite's process before the script, and at most. */
  readonly beforeMiB: number;
  readonly peakMiB: number;
}

/** @throws Error when the process ends early, when a check fails, or when something could not be sent. */
export async function judgedScript(options: LargeScriptOptions): Promise<JudgedScript> {
  const child = fork(fileURLToPath(new URL("./large-script-process.ts", import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [...smallHeapFlags],
    // A thousand digests in one query are longer than Node takes unless told.
    env: {
      ...smallHeapEnv,
      ...process.env,
      NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --max-http-header-size=1048576`,
    },
  });
  const judged = await new Promise<JudgedScript>((resolve, reject) => {
    child.once("message", (message) => resolve(message as JudgedScript));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${options.script.id}: ended early, exit code ${String(code)}`)));
    child.send(options);
  });
  const wrong = [...judged.failed, ...(judged.unsent > 0 ? [`${String(judged.unsent)} steps were not sent`] : [])];
  if (wrong.length > 0) throw new Error(`${options.script.id}: ${wrong.slice(0, 3).join("; ")}`);
  return judged;
}
