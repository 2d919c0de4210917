/** What a command is. */
import type { Command } from "commander";
import type { ReferenceProcess } from "../reference/spawn.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

export interface CommandContext {
  readonly terminal: Terminal;
  /** Aborted at SIGINT or SIGTERM. */
  readonly interrupted: AbortSignal;
  /** The reference service, which may have been started already. Whoever takes it closes it. */
  readonly takeReference: () => Promise<ReferenceProcess>;
  /** Sets what is written, and with which code the process ends, where it computes for ever. */
  readonly whenStuck: (write: (where: string) => ExitCode) => void;
}

export interface CommandModule {
  /** Command lines that work as they stand, shown under the help. */
  readonly examples: readonly string[];
  /** Declares arguments and options. */
  declare(command: Command): void;
  /** Does the work. `operands` are the arguments that `declare` named, then unexpected ones. */
  run(context: CommandContext, options: CommandOptions, operands: readonly string[]): Promise<ExitCode>;
}

/** Values as commander read them: flags true, the others text or lists of text. */
export type CommandOptions = Readonly<Record<string, unknown>>;
