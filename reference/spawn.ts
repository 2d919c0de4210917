import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ReferenceOptions } from "./index.ts";

/** A reference service in a process of its own. */
export interface ReferenceProcess {
  readonly baseUrl: string;
  readonly pid: number;
  /** Stops it and waits until it has ended. */
  close(): Promise<void>;
}

/**
 * Starts the reference service in a process of its own. It ends with this process.
 * @param unwanted stops it, also before it is ready
 * @throws Error with what it wrote to its standard error, if it ends before it is ready
 */
export async function startReferenceProcess(
  options: Omit<ReferenceOptions, "sharedDatabase"> = {},
  unwanted?: AbortSignal,
): Promise<ReferenceProcess> {
  // Beside this file there is process.ts in the sources and process.js once compiled.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const script = fileURLToPath(new URL(`./process.${extension}`, import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "pipe"],
    // A process group of its own: Ctrl-C in a terminal goes to the whole group, and the service must outlive what is in
    // flight. It ends when its standard input closes.
    detached: true,
    ...(unwanted ? { signal: unwanted } : {}),
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let complaint = "";
  child.stderr.on("data", (bytes: Buffer) => {
    complaint = (complaint + bytes.toString()).slice(0, 4000);
  });
  // A pipe into a process that has just died.
  child.stdin.on("error", () => undefined);
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on("line", (line) => {
      // Log lines share the stream.
      const ready: unknown = line.startsWith('{"baseUrl":') ? JSON.parse(line) : undefined;
      if (ready !== undefined) resolve((ready as { baseUrl: string }).baseUrl);
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      reject(new Error(`the reference service ended before it was ready (exit code ${String(code)}): ${complaint}`));
    });
  });
  return {
    baseUrl,
    pid: child.pid ?? -1,
    async close() {
      child.stdin.end();
      child.kill("SIGTERM");
      await ended;
    },
  };
}
