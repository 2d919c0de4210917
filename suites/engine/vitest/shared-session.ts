/** The one session of the worker, which all suite files share. */
import { BroadcastChannel } from "node:worker_threads";
import { inject } from "vitest";
import { openRun, type OpenedRun } from "../open-run.ts";
import { channelName, type MainMessage, type WorkerMessage } from "./provided.ts";

const progressEveryMs = 200;
const checkpointEveryMs = 2_000;

interface Shared {
  readonly runId: string;
  readonly run: Promise<OpenedRun>;
}

let shared: Shared | undefined;

/** Opens the session at the first call; the target is probed only once. @throws what `openRun` throws. */
export function sharedRun(): Promise<OpenedRun> {
  const { plan, eager } = inject("run");
  if (shared?.runId !== plan.runId) {
    const interrupt = new AbortController();
    const channel = new BroadcastChannel(channelName(plan.runId));
    channel.unref();
    const tell = (message: WorkerMessage): void => channel.postMessage(message);
    channel.onmessage = (event) => {
      if ((event as { data: MainMessage }).data.type === "interrupt") interrupt.abort(new Error("interrupted"));
    };
    const run = openRun({ plan, signal: interrupt.signal, note: (text) => tell({ type: "note", text }) }).then(
      (opened) => {
        if (eager) opened.startAll();
        keepTelling(opened, tell);
        return opened;
      },
      (error: unknown) => {
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        tell({ type: "not-opened", name, message });
        throw error;
      },
    );
    shared = { runId: plan.runId, run };
  }
  return shared.run;
}

/** Tells the main thread how far the run is, and keeps the results on disk fresh, in case the process is killed. */
function keepTelling(run: OpenedRun, tell: (message: WorkerMessage) => void): void {
  let last = "";
  const progress = setInterval(() => {
    const message: WorkerMessage = { type: "progress", ...run.progress };
    const text = JSON.stringify(message);
    if (text !== last) tell(message);
    last = text;
  }, progressEveryMs);
  const checkpoint = setInterval(() => {
    if (run.settled) return;
    try {
      run.session.checkpoint(false);
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      tell({ type: "failed", name, message });
      run.session.abandon(message);
    }
  }, checkpointEveryMs);
  progress.unref();
  checkpoint.unref();
}
