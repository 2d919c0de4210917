/** What the actions of `history` share: which one is meant, and where the store is. */
import { didYouMean } from "../../suites/did-you-mean.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandOptions } from "../command.ts";
import { text } from "../options.ts";
import type { Terminal } from "../terminal.ts";

export const actions = ["add", "show", "site", "gather"] as const;
export type HistoryAction = (typeof actions)[number];

const defaultStore = ".trace-conformance/history";

/** The options that only some actions have. */
const ownOptions: Readonly<Record<string, readonly HistoryAction[]>> = {
  report: ["add", "gather"],
  replace: ["add"],
  env: ["show"],
  requirement: ["show"],
  days: ["show", "site", "gather"],
  output: ["site", "gather"],
  json: ["show", "gather"],
  targets: ["gather"],
  within: ["gather"],
  earlier: ["gather"],
  notify: ["gather"],
  notifyTemplate: ["gather"],
  reportUrl: ["gather"],
};

/** True for an option, in camel case, that this action has. */
export function hasOption(action: HistoryAction, name: string): boolean {
  return ownOptions[name]?.includes(action) ?? true;
}

export function actionOf(word: string): HistoryAction {
  const found = actions.find((action) => action === word);
  if (!found) throw new UsageError(`history "${word}": wanted ${actions.join(", ")}.${didYouMean(word, actions)}`);
  return found;
}

/** Refuses what the action would not look at: somebody expects something of it. */
export function refuseForeignOptions(
  action: HistoryAction,
  options: CommandOptions,
  operands: readonly string[],
): void {
  for (const [name, owners] of Object.entries(ownOptions))
    if (options[name] !== undefined && !owners.includes(action))
      throw new UsageError(
        `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is for history ${owners.join(" and ")}; history ${action} does not take it`,
      );
  const takesRuns = action === "add" || action === "gather";
  if (!takesRuns && operands.length > 0)
    throw new UsageError(
      `"${operands[0] ?? ""}" is one argument too many for history ${action}; the store is named with --store`,
    );
  if (takesRuns && operands.length === 0)
    throw new UsageError(`history ${action}: wanted output folders of runs, or their results.json; got none`);
}

/** A folder, or the address of a server. */
export function storeOf(options: CommandOptions, { env }: Terminal): string {
  const store = text(options, "store") ?? env["TRACE_CONFORMANCE_STORE"];
  return store === undefined || store === "" ? defaultStore : store;
}
