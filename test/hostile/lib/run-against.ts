/** Runs the whole suite against a hostile target, in a process of its own, and gathers what there is to say about it. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Limits } from "../../../driver/index.ts";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { parseResults, type Results } from "../../../reports/index.ts";
import { smallHeapEnv, smallHeapFlags } from "../../../suites/engine/small-heap.ts";
import { leaksInFolder, leaksInText, type Canaries, type Leak } from "../../safety/lib/leaks.ts";
import type { HostileTarget, RunningTarget } from "./hostile-target.ts";
import type { ChildOrder, ChildTold } from "./run-child.ts";

export interface Outcome extends ChildTold {
  readonly results: Results;
  readonly leaks: readonly Leak[];
  readonly foreignRequests: number;
  /** Failed, warned, or in error by a fault of the suite itself. */
  readonly blamed: readonly string[];
  /** Exchanges that brought no response because the time was over. */
  readonly timeouts: number;
}

/** Small, and still enough for an honest service on a busy machine. */
export const limits = { timeoutMs: 6_000, searchLagMs: 500, concurrency: 8 } as const satisfies Partial<Limits>;

const { credentials, secondUser } = embeddedTarget;
const canaries: Canaries = {
  email: credentials.email,
  password: credentials.password,
  "private key": credentials.privateKey,
  "second email": secondUser.email,
  "second password": secondUser.password,
  "second private key": secondUser.privateKey,
};

export async function runAgainst(target: Pick<HostileTarget, "start" | "limits">, honestUrl: string): Promise<Outcome> {
  const running = await target.start(honestUrl);
  const outputDir = mkdtempSync(join(tmpdir(), "hostile-"));
  try {
    const order = { baseUrl: running.baseUrl, outputDir, limits: { ...limits, ...target.limits } };
    return outcomeOf(await runChild(order), outputDir, running);
  } finally {
    await running.close();
    rmSync(outputDir, { recursive: true, force: true });
  }
}

function outcomeOf(output: string, outputDir: string, running: RunningTarget): Outcome {
  const told = JSON.parse(output.trimEnd().split("\n").at(-1) ?? "") as ChildTold;
  const results = parseResults(readFileSync(join(outputDir, "results.json"), "utf8"));
  return {
    ...told,
    results,
    leaks: [...leaksInFolder(outputDir, canaries), ...leaksInText(output, canaries, "the output of the process")],
    foreignRequests: running.foreignRequests?.() ?? 0,
    blamed: results.requirements
      .filter(({ status }) => status === "failed" || status === "warned" || status === "error")
      .map(({ id }) => id),
    timeouts: results.operations.reduce((sum, { statuses }) => sum + (statuses["timeout"] ?? 0), 0),
  };
}

const child = fileURLToPath(new URL("./run-child.ts", import.meta.url));

/** What the process wrote. @throws Error with it when the process failed. */
function runChild(order: ChildOrder): Promise<string> {
  // Memory is bounded as the command has it.
  const running = spawn(process.execPath, [...smallHeapFlags, child, JSON.stringify(order)], {
    env: { ...smallHeapEnv, ...process.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  running.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  running.stderr.on("data", (bytes: Buffer) => (output = bytes.toString() + output));
  return new Promise((resolve, reject) => {
    running.once("error", reject);
    running.once("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`the run ended with ${String(code)}:\n${output}`));
    });
  });
}
