/** Commands that are printed for the target that is meant, such as the one that judges a requirement alone on it. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { configurationFileName, embeddedName, loadConfiguration } from "../driver/index.ts";
import { shellWord } from "../reports/index.ts";
import type { CommandOptions } from "./command.ts";
import { targetRequest } from "./environment-options.ts";
import { text } from "./options.ts";
import { programAsTyped } from "./program-as-typed.ts";
import { targetArgumentsOf } from "./target-arguments.ts";
import type { Terminal } from "./terminal.ts";

export interface MeantTarget {
  /** The arguments that name it again, without secrets. */
  readonly args: readonly string[];
  /** True where nothing names another than the reference service that comes with the suite. */
  readonly isReference: boolean;
}

/** @param options those of `declareEnvironmentOptions` @throws UsageError for a value that cannot be */
export function meantTarget(options: CommandOptions, terminal: Terminal): MeantTarget {
  const request = targetRequest(options, terminal);
  if (request.flags) return { args: targetArgumentsOf(request, "", terminal.cwd), isReference: false };
  const config = text(options, "config");
  const environment = text(options, "env");
  const unnamed = environment === undefined ? unnamedEnvironment(config, terminal) : undefined;
  const named = environment ?? unnamed?.first;
  const args = [
    ...(config === undefined ? [] : ["--config", config]),
    ...(named === undefined ? [] : ["--env", named]),
    ...(request.access === undefined ? [] : ["--access", request.access]),
  ];
  return { args, isReference: named === embeddedName || unnamed?.isReference === true };
}

/** The command that judges one requirement alone, without touching the last report. */
export function aloneCommand(id: string, { args }: MeantTarget, terminal: Terminal): string {
  return commandLine(terminal, "run", ...args, "--only", id, "--output", join("conformance-report", id));
}

/** A command as it is typed in the working folder. */
export function commandLine(terminal: Terminal, ...words: readonly string[]): string {
  return `${programAsTyped(terminal)} ${words.map(shellWord).join(" ")}`;
}

/** The first of the file where a run would not know which one is meant; and whether that run would take the reference. */
function unnamedEnvironment(
  config: string | undefined,
  { cwd, env }: Terminal,
): { readonly first?: string | undefined; readonly isReference: boolean } {
  const named = env["TRACE_CONFORMANCE_ENV"];
  if (named) return { isReference: named === embeddedName };
  const file = resolve(cwd, config ?? (env["TRACE_CONFORMANCE_CONFIG"] || configurationFileName));
  if (!existsSync(file)) return { isReference: true };
  const configuration = loadConfiguration(file);
  return configuration.hasDefault
    ? { isReference: configuration.defaultEnvironment() === embeddedName }
    : { first: configuration.environmentNames[0], isReference: false };
}
