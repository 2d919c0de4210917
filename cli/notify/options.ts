/** The options by which a command is told whom to tell. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { filledTemplate } from "../../reports/notification/index.ts";
import { readJsonFile } from "../../spec/files/json-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import type { Json } from "../../spec/json.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandOptions } from "../command.ts";
import { collect, text } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** Addresses of webhooks, separated by spaces; no list of processes shows them there. */
const variable = "TRACE_CONFORMANCE_NOTIFY";
const maxTemplateBytes = 65_536;
const maxReceivers = 20;

export interface Receivers {
  readonly urls: readonly URL[];
  readonly reportUrl?: string;
  readonly template?: Json;
}

export function declareNotifyOptions(command: Command): void {
  command
    .optionsGroup("Who is told:")
    .option("--notify <url>", `webhook that is sent what is new, as JSON (repeatable); also ${variable}`, collect)
    .option("--notify-template <file>", "JSON that is sent instead; {{text}}, {{reportUrl}} and the like are filled in")
    .option("--report-url <url>", "where the report can be read; stands in the message");
}

/** Undefined where nobody is to be told. @throws UsageError, in which no part of an address stands that is a secret */
export function receiversIn(options: CommandOptions, { env, cwd }: Terminal): Receivers | undefined {
  const given = Array.isArray(options["notify"]) ? options["notify"].map(String) : [];
  const named = [...given, ...(env[variable] ?? "").split(/\s+/).filter((part) => part !== "")];
  const reportUrl = text(options, "reportUrl");
  const file = text(options, "notifyTemplate");
  if (named.length === 0) {
    const idle = [
      ...(reportUrl === undefined ? [] : ["--report-url"]),
      ...(file === undefined ? [] : ["--notify-template"]),
    ];
    if (idle.length > 0) throw new UsageError(`${idle.join(", ")} only go with --notify URL`);
    return undefined;
  }
  if (named.length > maxReceivers) throw new UsageError(`--notify: wanted at most ${maxReceivers} receivers`);
  return {
    urls: named.map(receiverOf),
    ...(reportUrl === undefined ? {} : { reportUrl: linkOf(reportUrl) }),
    ...(file === undefined ? {} : { template: templateIn(resolve(cwd, file), file) }),
  };
}

function receiverOf(address: string): URL {
  const url = URL.parse(address);
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url;
  const got = url ? `the scheme ${url.protocol.slice(0, -1)}` : "a text that is no address";
  throw new UsageError(
    `--notify: wanted an http or https address; got ${got}. It is not shown, as it may hold a secret.`,
  );
}

function linkOf(address: string): string {
  const url = URL.parse(address);
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return address;
  throw new UsageError(`--report-url "${address}": wanted an http or https address`);
}

function templateIn(path: string, shown: string): Json {
  let template: Json;
  try {
    template = readJsonFile(path, { maxBytes: maxTemplateBytes }) as Json;
  } catch (cause) {
    throw new UsageError(`--notify-template ${shown}: ${whyUnreadable(cause)}; wanted a file with JSON`, { cause });
  }
  try {
    // What it names is looked at before a run is made for it.
    filledTemplate(template, { schemaVersion: 1, text: "", exitCode: 0, environmentsRun: 1, environments: [] });
  } catch (cause) {
    throw new UsageError(`--notify-template ${shown}: ${cause instanceof Error ? cause.message : ""}`, { cause });
  }
  return template;
}
