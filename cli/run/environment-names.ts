/** Which environments `run` means: one, several by `--env a --env b`, or all of the configuration by `--all`. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { configurationFileName, embeddedName, loadConfiguration } from "../../driver/index.ts";
import { didYouMean } from "../../suites/did-you-mean.ts";
import type { TargetRequest } from "../../suites/engine/plan/target.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandOptions } from "../command.ts";
import { flag } from "../options.ts";

/** The names of `--env`, as they were given. @throws UsageError for one that was given twice */
export function namesGiven(options: CommandOptions): readonly string[] {
  const given = options["env"];
  const names = Array.isArray(given) ? given.map(String) : typeof given === "string" ? [given] : [];
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new UsageError(`--env "${twice}" was given twice; each environment is run once`);
  return names;
}

/**
 * The names where several are meant; undefined where one is, or what the configuration says.
 * @throws UsageError for names that the file does not have, and where there is no file
 */
export function severalOf(
  options: CommandOptions,
  names: readonly string[],
  { configFile, flags }: Pick<TargetRequest, "configFile" | "flags">,
): readonly string[] | undefined {
  const all = flag(options, "all");
  if (!all && names.length < 2) return undefined;
  const asked = all ? "--all" : "several --env";
  if (flags) throw new UsageError(`${asked} names environments of a configuration; leave out --base-url`);
  if (all && names.length > 0) throw new UsageError("--all names every environment; leave out --env, or --all");
  if (options["challenge"] !== undefined)
    throw new UsageError(`--challenge is for evidence of one target; run each environment by itself, without ${asked}`);
  const file = configFile ?? resolve(configurationFileName);
  if (!existsSync(file))
    throw new UsageError(
      `${asked}: there is no ${configFile ?? `${configurationFileName} here`} that names environments; ` +
        `"trace-conformance init" writes one, --config names another file`,
    );
  const known = loadConfiguration(file).environmentNames;
  if (all && known.length === 0) throw new UsageError(`--all: ${file} names no environment`);
  for (const name of names) {
    if (known.includes(name)) continue;
    if (name === embeddedName)
      throw new UsageError(`--env ${embeddedName} is the reference service, which is run by itself`);
    throw new UsageError(`--env "${name}" is not in ${file}.${didYouMean(name, known)}\n  there: ${known.join(", ")}`);
  }
  return all ? known : names;
}

/** A folder for each name, below the output: never the same one twice, never outside of it. */
export function foldersOf(names: readonly string[], taken: readonly string[]): ReadonlyMap<string, string> {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const folders = new Map<string, string>();
  for (const name of names) {
    const plain = name.replace(/[^\w.-]+/g, "-").replace(/^\.+/, "-") || "-";
    let folder = plain;
    // Some file systems take Acme and acme for one.
    for (let number = 2; used.has(folder.toLowerCase()); number++) folder = `${plain}-${String(number)}`;
    used.add(folder.toLowerCase());
    folders.set(name, folder);
  }
  return folders;
}
