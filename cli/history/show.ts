/** `history show`: what the runs tell together, in the terminal. */
import {
  requirementText,
  targetsText,
  targetText,
  historyAsJson,
  type TargetHistory,
} from "../../reports/history/index.ts";
import { didYouMean } from "../../suites/did-you-mean.ts";
import { openStore, shownStore } from "../../suites/history/index.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandOptions } from "../command.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { flag, text, wholeNumber } from "../options.ts";
import { colorsFor, print, type Terminal } from "../terminal.ts";
import { defaultDays, readTargets } from "./read-targets.ts";

export async function showHistory(terminal: Terminal, options: CommandOptions, store: string): Promise<ExitCode> {
  const days = wholeNumber(options, "days", { least: 1, most: 100_000 }) ?? defaultDays;
  const [environment, requirement] = [text(options, "env"), text(options, "requirement")];
  const opened = await openStore(store, { cwd: terminal.cwd, create: false });
  try {
    const targets = await readTargets(opened, { environment, days, shown: shownStore(store) });
    if (requirement !== undefined) refuseUnknown(requirement, targets);
    if (flag(options, "json")) {
      print(terminal, JSON.stringify(historyAsJson(targets, requirement), undefined, 2));
      return exitCodes.conformant;
    }
    const paint = colorsFor(terminal.stdout, terminal.env);
    const [only] = targets;
    if (requirement !== undefined) print(terminal, requirementText(requirement, targets, paint));
    else if (environment !== undefined && only) {
      const { reasons } = await opened.details(only.latest);
      print(terminal, targetText(only, reasons, paint));
    } else print(terminal, targetsText(targets, paint));
    return exitCodes.conformant;
  } finally {
    await opened.close();
  }
}

function refuseUnknown(requirement: string, targets: readonly TargetHistory[]): void {
  const known = new Set(targets.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  if (known.has(requirement)) return;
  throw new UsageError(`--requirement ${requirement}: no run that is kept knows it.${didYouMean(requirement, known)}`);
}
