/** Readers of option values; commander gives them untyped. */
import { firstVersion, isLater, isVersion } from "../spec/requirements/since.ts";
import { suiteVersion } from "../suites/engine/record/suite-identity.ts";
import { UsageError } from "../suites/usage-error.ts";
import { didYouMean } from "../suites/did-you-mean.ts";
import type { CommandOptions } from "./command.ts";

/** The text of an option, or undefined when it was not given. */
export function text(options: CommandOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

export function flag(options: CommandOptions, name: string): boolean {
  return options[name] === true;
}

/** The values of an option that may be repeated, or hold several separated by commas. */
export function list(options: CommandOptions, name: string): readonly string[] {
  const value = options[name];
  const all = Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
  return all
    .flatMap((entry) => String(entry).split(","))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** The version of `--suite-level`, or undefined. @throws UsageError for what is no version, or none that there was */
export function suiteLevelOf(options: CommandOptions): string | undefined {
  const level = text(options, "suiteLevel");
  if (level === undefined) return undefined;
  const wanted = `wanted a version from ${firstVersion} to ${suiteVersion}, such as ${firstVersion}`;
  if (!isVersion(level)) throw new UsageError(`--suite-level "${level}" is no version: ${wanted}`);
  if (isLater(firstVersion, level) || isLater(level, suiteVersion))
    throw new UsageError(`--suite-level ${level}: there was no such version; ${wanted}`);
  return level;
}

/** Collects a repeated option. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

/**
 * Reads an option that has one value, such as `--env <name>`. @throws UsageError where it is given twice with different
 * values: nobody knows which of the two is meant.
 */
export function once(
  flags: string,
  remedy = "give it once, or run the command once for each",
): (value: string, previous: string | undefined) => string {
  const [name = ""] = flags.split(" ");
  return (value, previous) => {
    if (previous === undefined || previous === value) return value;
    const both = name === "--token" ? "" : `, as "${previous}" and as "${value}"`;
    throw new UsageError(`${name} was given twice${both}; ${remedy}`);
  };
}

/** One of the words, or undefined. @throws UsageError naming them and the nearest. */
export function choice<T extends string>(
  options: CommandOptions,
  name: string,
  words: readonly T[],
  flagName = `--${name}`,
): T | undefined {
  const value = text(options, name);
  if (value === undefined) return undefined;
  const found = words.find((word) => word === value);
  if (found === undefined)
    throw new UsageError(`${flagName} "${value}": wanted one of ${words.join(", ")}.${didYouMean(value, words)}`);
  return found;
}

/** A whole number within bounds, or undefined. @throws UsageError saying what was wanted. */
export function wholeNumber(
  options: CommandOptions,
  name: string,
  bounds: { readonly least: number; readonly most: number },
): number | undefined {
  const value = text(options, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^-?\d+$/.test(value.trim()) || number < bounds.least || number > bounds.most)
    throw new UsageError(
      `--${optionOf(name)} "${value}": wanted a whole number from ${bounds.least} to ${bounds.most}`,
    );
  return number;
}

/** As it is typed: `maxRequests` is `--max-requests`. */
function optionOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The text of `--challenge`. @throws UsageError beside a seed, which would follow from it, and for a text without end */
export function challengeOf(options: CommandOptions): string | undefined {
  const challenge = text(options, "challenge");
  if (challenge === undefined) return undefined;
  if (options["seed"] !== undefined)
    throw new UsageError("--challenge and --seed: the seed follows from the challenge; leave out one of them");
  if (challenge.trim() === "" || challenge.length > 1_000)
    throw new UsageError(`--challenge: wanted a text of 1 to 1,000 characters; got ${challenge.length}`);
  return challenge;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A duration such as `90s`, `30m`, `1h30m`, in milliseconds. @throws UsageError for anything else. */
export function durationMs(options: CommandOptions, name: string, flagName = `--${name}`): number | undefined {
  const value = text(options, name);
  if (value === undefined) return undefined;
  const parts = [...value.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  const total = parts.reduce((sum, part) => sum + Number(part[1]) * (units[part[2] ?? ""] ?? 0), 0);
  if (parts.map((part) => part[0]).join("") !== value.trim() || total <= 0)
    throw new UsageError(`${flagName} "${value}": wanted a duration such as 90s, 30m or 1h30m`);
  return total;
}
