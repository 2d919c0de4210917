/** The options by which every command that talks to a target names it. */
import { resolve } from "node:path";
import { Option, type Command } from "commander";
import type { TargetRequest } from "../suites/engine/plan/target.ts";
import type { CommandOptions } from "./command.ts";
import { UsageError } from "../suites/usage-error.ts";
import { flagName } from "./idle-options.ts";
import { choice, collect, list, once, text } from "./options.ts";
import type { Terminal } from "./terminal.ts";

const accesses = ["read-only", "read-write"] as const;

const options: readonly (readonly [flags: string, description: string])[] = [
  [
    "--env <name>",
    "environment of the configuration; default: its defaultEnvironment, or its only one; also TRACE_CONFORMANCE_ENV",
  ],
  [
    "--config <file>",
    "configuration file; default: trace-conformance.yaml, where there is one; also TRACE_CONFORMANCE_CONFIG",
  ],
  ["--base-url <url>", "address of a target, instead of a configuration"],
  ["--token <token>", "bearer token for --base-url; also TRACE_TOKEN, which no list of processes shows"],
  ["--organization <name>", "organization whose workflows are listed"],
  ["--workflow <id>", "workflow in which traces are created"],
  ["--workflow-name <name>", "name of that workflow"],
  [
    "--create-action <key:group>",
    "action that creates a trace, and its group label; with it --base-url is written to, unless --access read-only",
  ],
  ["--append-action <key:group>", "action that is appended to a trace"],
  ["--proxy <url>", "proxy through which --base-url is reached; the variable HTTPS_PROXY alone is not used"],
  ["--ca-file <file>", "PEM file of the authorities that vouch for --base-url"],
  [
    "--access <access>",
    `${accesses.join(" or ")}; read-only unless the configuration says otherwise, or --create-action is given`,
  ],
];

/** What an environment of a file may have several of. */
const describedInFile = /^--(?:workflow|create-action|append-action)\b/;
const severalInFile =
  'flags describe one; "trace-conformance init --from-target" with the same --base-url begins a file in which ' +
  "workflows[].actions lists as many as there are, and --env names its environment";

/** Their names as commander hands them over. */
export const environmentOptionNames: readonly string[] = [
  ...options.map(([flags]) => new Option(flags).attributeName()),
  "knownTrace",
];

/** @param several `--env` may be given more than once */
export function declareEnvironmentOptions(command: Command, { several = false, heading = "Target:" } = {}): void {
  command.optionsGroup(heading);
  for (const [flags, description] of options) {
    if (several && flags === "--env <name>") command.option(flags, `${description} (repeatable)`, collect);
    else command.option(flags, description, once(flags, describedInFile.test(flags) ? severalInFile : undefined));
  }
  command.option("--known-trace <uuid>", "trace of --base-url that may be read (repeatable)", collect);
}

/**
 * Which target the options mean. Credentials for `--base-url` may also stand in the variables TRACE_TOKEN, TRACE_EMAIL,
 * TRACE_PASSWORD and TRACE_PRIVATE_KEY, where no list of processes shows them.
 * @throws UsageError for a value that cannot be.
 */
export function targetRequest(options: CommandOptions, { env, cwd }: Terminal): TargetRequest {
  // The variables mean what they mean to vitest; flags go before them.
  const otherwise = (name: string): string | undefined => (options["baseUrl"] === undefined ? env[name] : undefined);
  const configFile = text(options, "config") ?? (otherwise("TRACE_CONFORMANCE_CONFIG") || undefined);
  const access = choice(options, "access", accesses);
  const caFile = text(options, "caFile");
  const knownTraces = list(options, "knownTrace");
  const flags = given({
    baseUrl: text(options, "baseUrl"),
    token: text(options, "token"),
    organization: text(options, "organization"),
    workflow: text(options, "workflow"),
    workflowName: text(options, "workflowName"),
    createAction: text(options, "createAction"),
    appendAction: text(options, "appendAction"),
    proxy: text(options, "proxy"),
    caFile: caFile === undefined ? undefined : resolve(cwd, caFile),
    knownTraces: knownTraces.length === 0 ? undefined : knownTraces,
  });
  const { baseUrl, ...others } = flags;
  const names = Object.keys(others).map(flagName).join(", ").replace("--known-traces", "--known-trace");
  if (baseUrl === undefined && names !== "")
    throw new UsageError(`${names} ${names.includes(",") ? "go" : "goes"} with --base-url URL alone`);
  const credentials = given({
    token: env["TRACE_TOKEN"],
    email: env["TRACE_EMAIL"],
    password: env["TRACE_PASSWORD"],
    privateKey: env["TRACE_PRIVATE_KEY"],
  });
  return {
    ...given({ environment: text(options, "env") ?? otherwise("TRACE_CONFORMANCE_ENV"), access }),
    ...(configFile === undefined ? {} : { configFile: resolve(cwd, configFile) }),
    ...(baseUrl === undefined ? {} : { flags: { ...credentials, ...others, baseUrl } }),
  };
}

/** The members that have a value. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
