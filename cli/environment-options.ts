/** The options by which every command that talks to a target names it. */
import { resolve } from "node:path";
import type { Command } from "commander";
import type { TargetRequest } from "../suites/engine/target.ts";
import type { CommandOptions } from "./command.ts";
import { choice, collect, list, text } from "./options.ts";
import type { Terminal } from "./terminal.ts";

const accesses = ["read-only", "read-write"] as const;

export function declareEnvironmentOptions(command: Command): void {
  command
    .optionsGroup("Target:")
    .option("--env <name>", "environment of the configuration; default: its defaultEnvironment, or embedded")
    .option("--config <file>", "configuration file; default: trace-conformance.yaml, where there is one")
    .option("--base-url <url>", "address of a target, instead of a configuration")
    .option("--token <token>", "bearer token for --base-url")
    .option("--organization <name>", "organization whose workflows are listed")
    .option("--workflow <id>", "workflow in which traces are created")
    .option("--create-action <key:group>", "action that creates a trace, and its group label (repeatable)", collect)
    .option("--append-action <key:group>", "action that is appended to a trace (repeatable)", collect)
    .option("--access <access>", `${accesses.join(" or ")}; read-only unless the configuration says otherwise`);
}

/** Which target the options mean. @throws UsageError for a value that cannot be. */
export function targetRequest(options: CommandOptions, terminal: Terminal): TargetRequest {
  const environment = text(options, "env");
  const configFile = text(options, "config");
  const baseUrl = text(options, "baseUrl");
  const token = text(options, "token");
  const organization = text(options, "organization");
  const workflow = text(options, "workflow");
  const createActions = list(options, "createAction");
  const appendActions = list(options, "appendAction");
  const access = choice(options, "access", accesses);
  return {
    ...(environment === undefined ? {} : { environment }),
    ...(configFile === undefined ? {} : { configFile: resolve(terminal.cwd, configFile) }),
    flags: {
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(token === undefined ? {} : { token }),
      ...(organization === undefined ? {} : { organization }),
      ...(workflow === undefined ? {} : { workflow }),
      ...(createActions.length > 0 ? { createActions } : {}),
      ...(appendActions.length > 0 ? { appendActions } : {}),
      ...(access === undefined ? {} : { access }),
    },
  };
}
