/** SIGINT and SIGTERM: the first asks everything to come to an end, the second ends at once. */
import { exitCodes } from "./exit-codes.ts";
import { remark, type Terminal } from "./terminal.ts";

interface Interrupts {
  readonly signal: AbortSignal;
  stop(): void;
}

export function listenForInterrupts(terminal: Terminal): Interrupts {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    remark(terminal, "\nstopping: what is in flight may finish (again to stop at once)");
    controller.abort(new Error("interrupted"));
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    stop() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
