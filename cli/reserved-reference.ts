/** The reference service, started before anybody asks for it: while it gets ready, the rest of the program is loaded. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startReferenceProcess, type ReferenceProcess } from "../reference/spawn.ts";
import { configurationFileName } from "../driver/configuration/file-name.ts";
import type { Terminal } from "./terminal.ts";

/** Arguments of `run` by which the target may be another one, or nothing may be run at all. */
const others = /^(?:--(?:env|config|base-url|all|help|watch)\b|-h$|-V$|--version$)/;
const variables = ["TRACE_CONFORMANCE_ENV", "TRACE_CONFORMANCE_CONFIG"];

/** True where a command line of `run` certainly means the embedded reference; false where that is yet to be seen. */
export function meansReference(argv: readonly string[], { cwd, env }: Pick<Terminal, "cwd" | "env">): boolean {
  const options = argv[0] === "run" ? argv.slice(1) : argv;
  return (
    (options[0]?.startsWith("-") ?? true) &&
    !options.some((option) => others.test(option)) &&
    variables.every((name) => !env[name]) &&
    !existsSync(join(cwd, configurationFileName))
  );
}

/** One service that may have been started already. */
export class ReservedReference {
  readonly #unwanted = new AbortController();
  #reserved: Promise<ReferenceProcess> | undefined;

  /** Begins to start it. What goes wrong is told to whoever takes it. */
  reserve(): void {
    this.#reserved = startReferenceProcess({}, this.#unwanted.signal);
    this.#reserved.catch(() => undefined);
  }

  /** The one that was reserved, or else a new one. Whoever takes it closes it. */
  readonly take = async (): Promise<ReferenceProcess> => {
    const reserved = this.#reserved;
    this.#reserved = undefined;
    return reserved ?? startReferenceProcess();
  };

  /** Stops the one that nobody took. */
  close(): void {
    if (this.#reserved) this.#unwanted.abort();
  }
}
