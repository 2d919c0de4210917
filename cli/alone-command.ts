/** The command that judges one requirement alone, on the target that is meant, without touching the last report. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { configurationFileName, loadConfiguration } from "../driver/index.ts";
import { shellWord } from "../reports/index.ts";
import type { CommandOptions } from "./command.ts";
import { text } from "./options.ts";
import { programAsTyped } from "./program-as-typed.ts";
import type { Terminal } from "./terminal.ts";

/** @param options of which `config` and `env` are read */
export function aloneCommand(id: string, options: CommandOptions, terminal: Terminal): string {
  const config = text(options, "config");
  const environment = text(options, "env") ?? unnamedEnvironment(config, terminal);
  const words = [
    ...(config === undefined ? [] : ["--config", config]),
    ...(environment === undefined ? [] : ["--env", environment]),
    ...["--only", id, "--output", join("conformance-report", id)],
  ];
  return `${programAsTyped(terminal)} run ${words.map(shellWord).join(" ")}`;
}

/** The first of the file where a run would not know which one is meant. */
function unnamedEnvironment(config: string | undefined, { cwd, env }: Terminal): string | undefined {
  if (env["TRACE_CONFORMANCE_ENV"]) return undefined;
  const file = resolve(cwd, config ?? (env["TRACE_CONFORMANCE_CONFIG"] || configurationFileName));
  if (!existsSync(file)) return undefined;
  const { environmentNames, hasDefault } = loadConfiguration(file);
  return hasDefault ? undefined : environmentNames[0];
}
