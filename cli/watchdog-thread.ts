/** The thread of the watchdog: looks whether the main thread still takes turns, and interrupts it where it does not. */
import { writeSync } from "node:fs";
import { Session } from "node:inspector";
import { workerData } from "node:worker_threads";
import { stuckFunction, type WatchdogData } from "./watchdog.ts";

const { beats, tickMs, quietTicks, busyMs } = workerData as WatchdogData;
/** Milliseconds for writing what is known; whoever loops there, too, is ended without. */
const writingMs = 20_000;

let last = -1;
let quiet = 0;
let cpuAtBeat = process.cpuUsage();
const looking = setInterval(look, tickMs);

function look(): void {
  const now = Atomics.load(beats, 0);
  if (now !== last) {
    last = now;
    quiet = 0;
    cpuAtBeat = process.cpuUsage();
    return;
  }
  quiet += 1;
  const { user, system } = process.cpuUsage(cpuAtBeat);
  if (quiet < quietTicks || (user + system) / 1_000 < busyMs) return;
  clearInterval(looking);
  interrupt();
}

/** Has the main thread call a function in the middle of whatever it computes. */
function interrupt(): void {
  const session = new Session();
  session.connectToMainThread();
  session.post("Runtime.evaluate", { expression: `${stuckFunction}(new Error().stack)` });
  setTimeout(() => {
    writeSync(2, "\ntrace-conformance: cannot be interrupted, and ends without having written what it knew\n");
    process.kill(process.pid, "SIGKILL");
  }, writingMs);
}
