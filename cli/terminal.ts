/** Where a command writes, and how: results on stdout, everything else on stderr, colours only where they are welcome. */
import picocolors from "picocolors";

import type { KeyboardStream } from "./watch/keyboard.ts";

export type Colors = ReturnType<typeof picocolors.createColors>;

export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Terminal {
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Absent: nobody types. */
  readonly stdin?: KeyboardStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export const processTerminal: Terminal = {
  stdout: process.stdout,
  stderr: process.stderr,
  // Opened only where it is asked for.
  get stdin() {
    return process.stdin;
  },
  env: process.env,
  cwd: process.cwd(),
};

/** Colours for a stream: on a terminal, unless `NO_COLOR` or `TERM=dumb`; `FORCE_COLOR` forces them. */
export function colorsFor(stream: Stream, env: Terminal["env"]): Colors {
  return picocolors.createColors(wantsColor(stream, env));
}

export function wantsColor(stream: Stream, env: Terminal["env"]): boolean {
  const forced = env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0";
  const refused = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb" || env["FORCE_COLOR"] === "0";
  return !refused && (forced || stream.isTTY === true);
}

/** Prints a line of result. */
export function print(terminal: Terminal, text: string): void {
  terminal.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Prints a remark that is not part of the result. */
export function remark(terminal: Terminal, text: string): void {
  terminal.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
}
