/** `--log FILE|-`: a line for every request, while a run goes on. */
import { appendFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { LoggedRequest } from "../../driver/index.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandOptions } from "../command.ts";
import { text } from "../options.ts";
import { printable } from "../printable.ts";
import { remark, type Terminal } from "../terminal.ts";

export interface RequestLogFile {
  write(environment: string, request: LoggedRequest): void;
}

const columns = ["time", "script", "method", "path", "status", "ms", "bytes", "environment"];

/** The file of `--log`, or stderr for `-`; undefined without it. @throws UsageError where it cannot be written */
export function requestLogOf(options: CommandOptions, terminal: Terminal): RequestLogFile | undefined {
  const named = text(options, "log");
  if (named === undefined) return undefined;
  // Results go to stdout, where somebody may read them as JSON.
  if (named === "-") return { write: (...line) => remark(terminal, lineOf(...line)) };
  const file = resolve(terminal.cwd, named);
  try {
    writeFileSync(file, `${columns.join("\t")}\n`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`--log ${named} cannot be written: ${reason}; name another file, or - for stderr`, { cause });
  }
  let isOpen = true;
  return {
    write(...line) {
      if (!isOpen) return;
      try {
        appendFileSync(file, `${lineOf(...line)}\n`);
      } catch (error) {
        // The run is worth more than its log.
        isOpen = false;
        remark(
          terminal,
          `warning: --log ${named} ends here: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
  };
}

/** Values apart by tabs, of which no value has one. */
function lineOf(environment: string, request: LoggedRequest): string {
  const { sentAtMs, script = "-", method, path, outcome, durationMs, bytes } = request;
  const time = new Date(sentAtMs).toISOString();
  return [time, script, method, path, outcome, durationMs.toFixed(1), String(bytes), environment]
    .map(printable)
    .join("\t");
}
