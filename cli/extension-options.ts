/** The options by which requirements of one's own are added to those of the interface. */
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Additions } from "../suites/extensions/load.ts";
import { extensionsOf, type TargetRequest } from "../suites/engine/plan/target.ts";
import type { CommandOptions } from "./command.ts";
import { collect, list, text } from "./options.ts";
import type { Terminal } from "./terminal.ts";

/** @param describing what `--description` does in this command */
export function declareExtensionOptions(
  command: Command,
  describing = "check every response against this OpenAPI document as well",
): void {
  command
    .option("--extend <module>", "add requirements and rules of your own, like extend: of a configuration", collect)
    .option("--description <file>", describing);
}

/** Of commands that judge nothing. */
export const tellsOfDescription =
  "tell of the requirements too that `run` demands with this OpenAPI document: that responses are as it describes them";

/** For commands that talk to no target: the configuration is read for its `extend:` alone. */
export function declareRegisterOptions(command: Command, describing?: string): void {
  command.option(
    "--config <file>",
    "configuration whose extend: is read; default: trace-conformance.yaml, if there is one",
  );
  declareExtensionOptions(command, describing);
}

/** What `declareRegisterOptions` means. */
export function registerAdditions(options: CommandOptions, terminal: Terminal): Additions {
  const file = text(options, "config");
  return additionsOf(options, terminal, file === undefined ? {} : { configFile: resolve(terminal.cwd, file) });
}

/** Modules of the configuration first, then those of the command line, where paths are relative to the working folder. */
export function additionsOf(options: CommandOptions, { cwd }: Terminal, request: TargetRequest): Additions {
  const configured = extensionsOf(request);
  const named = list(options, "extend").map((name) => (/^[./]/.test(name) ? resolve(cwd, name) : name));
  const extend = [...(configured.extend ?? []), ...named];
  const description = text(options, "description");
  return {
    ...(extend.length === 0 ? {} : { extend, extendFrom: configured.extendFrom ?? resolve(cwd, "package.json") }),
    ...(description === undefined ? {} : { description: resolve(cwd, description) }),
  };
}
