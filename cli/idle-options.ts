/** Options that would change nothing are refused: who gives one expects something of it. */
import type { Command } from "commander";
import { UsageError } from "../suites/usage-error.ts";
import type { CommandOptions } from "./command.ts";

/** Those of the options, named in camel case, that were given; one with a default always is. */
function givenOf(options: CommandOptions, names: readonly string[]): readonly string[] {
  return names.filter((name) => options[name] !== undefined && options[name] !== false).map(flagName);
}

/** @param why such as `are for a new run; leave out the folder` @throws UsageError naming those that were given */
export function refuseIdle(command: string, options: CommandOptions, names: readonly string[], why: string): void {
  const given = givenOf(options, names);
  if (given.length > 0) throw new UsageError(`${command}: ${given.join(", ")} ${why}`);
}

/**
 * Refuses options whose value holds nothing, such as `--only ""`: taken as not given, one with a variable that is not set
 * would have everything done, or something else than was meant.
 * @throws UsageError naming the option
 */
export function refuseEmpty(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== "cli") continue;
    const empty = [command.getOptionValue(name) as unknown]
      .flat()
      .find((value) => typeof value === "string" && /^[\s,]*$/.test(value));
    if (empty === undefined) continue;
    throw new UsageError(
      `${option.long ?? option.flags} "${String(empty)}" says nothing: wanted ${option.flags.replace(/^[^<]*/, "")}; or leave the option out. ` +
        "A variable that is not set is empty.",
    );
  }
}

/**
 * Refuses both of `--NAME` and `--no-NAME`, of which the parser would silently take the later one.
 * @throws UsageError when the second of them is parsed
 */
export function refuseBoth(command: Command, name: string): void {
  const given = new Set<string>();
  for (const flag of [name, `no-${name}`])
    command.on(`option:${flag}`, () => {
      given.add(flag);
      if (given.size > 1)
        throw new UsageError(`--${name} and --no-${name} contradict each other; leave out one of them`);
    });
}

/** `--base-url` for `baseUrl`. */
export function flagName(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
