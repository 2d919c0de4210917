/** What the main thread gives the worker, and what the worker tells it, as plain data. */
import type { RunPlan } from "../run-plan.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly run: ProvidedRun;
  }
}

export interface ProvidedRun {
  readonly plan: RunPlan;
  /** True when all suites run: every script is started at once, whichever file its test stands in. */
  readonly eager: boolean;
}

export interface ProgressMessage {
  readonly type: "progress";
  readonly exchanges: number;
  readonly cases: number;
  readonly judgedRequirements: number;
  readonly failed: readonly string[];
  /** Scripts planned, and those that have come to an end. */
  readonly planned: number;
  readonly ended: number;
}

export type WorkerMessage =
  | ProgressMessage
  /** The target cannot be tested; the results, where there is an output folder, are written already. */
  | { readonly type: "not-opened"; readonly name: string; readonly message: string }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "failed"; readonly name: string; readonly message: string };

export type MainMessage = { readonly type: "interrupt" };

/** Name of the channel between the two threads of one run. */
export function channelName(runId: string): string {
  return `trace-conformance:${runId}`;
}
