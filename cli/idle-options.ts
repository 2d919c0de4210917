/** Options that would change nothing are refused: who gives one expects something of it. */
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

/** `--base-url` for `baseUrl`. */
export function flagName(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
