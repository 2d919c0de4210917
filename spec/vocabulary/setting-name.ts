/** What a setting of an environment is called where a person supplies it: a flag, a variable, or a key of the file. */
import type { Account } from "./script.ts";

interface Described {
  readonly name: string;
  /** True where flags describe the target, and no file. */
  readonly byFlags?: boolean;
}

const flags: Readonly<Record<string, string>> = {
  baseUrl: "--base-url",
  access: "--access",
  organization: "--organization",
  workflows: "--workflow ID, --create-action KEY:GROUP and --append-action KEY:GROUP",
  "workflows[].id": "--workflow",
  "workflows[].name": "--workflow-name",
  "workflows[].actions": "--create-action KEY:GROUP or --append-action KEY:GROUP",
  knownTraces: "--known-trace",
  proxy: "--proxy",
  "tls.caFile": "--ca-file",
  credentials: "TRACE_PRIVATE_KEY, or TRACE_EMAIL and TRACE_PASSWORD, or TRACE_TOKEN",
  "credentials.email": "the variable TRACE_EMAIL",
  "credentials.password": "the variable TRACE_PASSWORD",
  "credentials.privateKey": "the variable TRACE_PRIVATE_KEY",
  "credentials.token": "the variable TRACE_TOKEN",
};

/** The name of `key`, such as `credentials.email`, where `target` was described. What no flag supplies, a file does. */
export function settingName({ name, byFlags }: Described, key: string): string {
  if (!byFlags) return `environments.${name}.${key}`;
  return flags[key] ?? `${key} of an environment in a configuration file, which "trace-conformance init" writes`;
}

/** Where more is said of actions than flags can: their key and their group alone. */
export function actionsInFile(target: Described): string {
  return settingName(target, target.byFlags ? "the actions" : "workflows[].actions");
}

/** The same with the value that it should have. */
export function settingTo(target: Described, key: string, value: string): string {
  if (!target.byFlags) return `${settingName(target, key)}: ${value}`;
  return flags[key] === undefined ? settingName(target, `${key}: ${value}`) : `${flags[key]} ${value}`;
}

/** Where an account stands in an environment of the configuration. */
export function accountKey(account: Account): string {
  return account === "first" ? "credentials" : account === "second" ? "secondUser" : `users[${account.slice(5)}]`;
}
