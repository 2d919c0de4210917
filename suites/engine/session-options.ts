/** What a session starts from. */
import type { Driver, DriverOptions, Environment, RequestLog } from "../../driver/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { ownParts, type Parts } from "../extensions/parts.ts";
import type { RunObserver } from "../telemetry/run-observer.ts";
import type { Deadline } from "./deadline.ts";
import type { Recorder } from "./results/recorder.ts";
import { runRecordOf } from "./record/run-record.ts";
import { totalBytesOf } from "./run-budget.ts";
import type { RunPlan } from "./plan/run-plan.ts";
import type { Selection } from "./plan/selection.ts";

export interface SessionOptions {
  readonly environment: Environment;
  readonly plan: RunPlan;
  /** Aborted when the run shall come to an end. */
  readonly signal?: AbortSignal;
  /** What is known of the target already; absent: the probes find it out. */
  readonly profile?: Profile;
  /** Told every request once it has ended. */
  readonly log?: RequestLog | undefined;
  /** Told each history, also before the session is open. */
  readonly onHistory?: ((history: History) => void) | undefined;
  /** Told what the run does, and what came of it. */
  readonly observer?: RunObserver | undefined;
  /** How many scripts are under way at once; absent: enough to keep the allowed requests in flight. */
  readonly scriptsAtOnce?: number;
  /** What is judged, and by what; absent: the suite's own requirements and rules. */
  readonly parts?: Parts;
}

/** What is there once the target was reached and its profile is known. */
export interface Opened {
  readonly selection: Selection;
  readonly stop: AbortController;
  readonly deadline: Deadline;
  readonly recorder: Recorder;
  readonly driver: Driver;
  readonly observed: { readonly profile: Profile; readonly histories: readonly History[] };
}

/** How the driver of a session is opened. @param signal aborted when the run shall come to an end */
export function driverOptionsOf(options: SessionOptions, signal: AbortSignal): DriverOptions {
  const { environment, plan, log, onHistory, observer, profile, parts = ownParts } = options;
  return {
    runId: plan.runId,
    signal,
    log,
    onHistory,
    logOwn: observer && ((request) => observer.request(request)),
    maxTotalBytes: totalBytesOf(plan, environment.limits),
    maxRequests: plan.maxRequests,
    disturbs: plan.disturbed,
    ...(plan.outputDir === undefined
      ? {}
      : { outputDir: plan.outputDir, recorded: runRecordOf(environment, plan, parts, profile) }),
  };
}

/** What stops a run, of itself or as soon as the signal does. */
export function stopWith(signal: AbortSignal | undefined): AbortController {
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return stop;
}
