/** Commands that are printed for the target that is meant, such as the one that judges a requirement alone on it. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { configurationFileName, embeddedName, loadConfiguration } from "../driver/index.ts";
import { shellWord } from "../reports/index.ts";
import { notDescribed } from "../suites/engine/plan/target.ts";
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
  if (environment !== undefined) expectEnvironment(environment, config, terminal);
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

/** The file that is named, or the one of the working folder; undefined where that has none. */
function configurationFile(config: string | undefined, { cwd, env }: Terminal): string | undefined {
  const named = config ?? (env["TRACE_CONFORMANCE_CONFIG"] || undefined);
  const file = resolve(cwd, named ?? configurationFileName);
  return named !== undefined || existsSync(file) ? file : undefined;
}

/** @throws what a run with this name would say, but nothing of what its settings lack */
function expectEnvironment(name: string, config: string | undefined, terminal: Terminal): void {
  const file = configurationFile(config, terminal);
  if (file !== undefined) loadConfiguration(file).expectEnvironment(name);
  else if (name !== embeddedName) throw notDescribed(name);
}

/** The first of the file where a run would not know which one is meant; and whether that run would take the reference. */
function unnamedEnvironment(
  config: string | undefined,
  terminal: Terminal,
): { readonly first?: string | undefined; readonly isReference: boolean } {
  const named = terminal.env["TRACE_CONFORMANCE_ENV"];
  if (named) {
    expectEnvironment(named, config, terminal);
    return { isReference: named === embeddedName };
  }
  const file = configurationFile(config, terminal);
  if (file === undefined) return { isReference: true };
  const configuration = loadConfiguration(file);
  return configuration.hasDefault
    ? { isReference: configuration.defaultEnvironment() === embeddedName }
    : { first: configuration.environmentNames[0], isReference: false };
}
