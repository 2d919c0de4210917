/**
 * Processes that compute for ever, with a watchdog that waits seconds instead of most of a minute. Without arguments: one
 * that only does that; with arguments: the command with them, which computes a second or two while it loads.
 */
import { main } from "../../../cli/main.ts";
import { processTerminal } from "../../../cli/terminal.ts";
import { watchEventLoop } from "../../../cli/watchdog.ts";

const tickMs = 100;
const args = process.argv.slice(2);

function exponential(): void {
  /^(a+)+$/.test(`${"a".repeat(60)}b`);
}

if (args.length > 0) process.exitCode = await main(args, processTerminal, { tickMs, quietTicks: 30, busyMs: 4_000 });
else {
  watchEventLoop({ tickMs, quietTicks: 5, busyMs: 200 }).whenStuck((where) => {
    process.stdout.write(where.includes("exponential") ? "known\n" : where);
    return 3;
  });
  setTimeout(exponential, 500);
}
