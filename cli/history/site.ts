/** `history site`: the history as pages in a folder. */
import { relative, resolve } from "node:path";
import type { RunDetails } from "../../reports/history/index.ts";
import { siteFiles } from "../../reports/history/site/site.ts";
import { counted } from "../../reports/text/numbers.ts";
import { linkFrom, openStore, shownStore, writeSite } from "../../suites/history/index.ts";
import type { CommandOptions } from "../command.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { text, wholeNumber } from "../options.ts";
import { printable } from "../printable.ts";
import { print, type Terminal } from "../terminal.ts";
import { defaultDays, maxSiteDays, readTargets } from "./read-targets.ts";

const defaultOutput = "history-site";

/** @param missing targets of which it is known that they are */
export async function buildSite(
  terminal: Terminal,
  options: CommandOptions,
  store: string,
  missing: readonly string[] = [],
): Promise<ExitCode> {
  const days = wholeNumber(options, "days", { least: 1, most: maxSiteDays }) ?? defaultDays;
  const named = text(options, "output") ?? defaultOutput;
  const folder = resolve(terminal.cwd, named);
  const opened = await openStore(store, { cwd: terminal.cwd, create: false });
  try {
    const kept = await readTargets(opened, { environment: undefined, days, shown: shownStore(store) });
    const targets = kept.map((target) => (missing.includes(target.name) ? { ...target, isMissing: true } : target));
    const known = new Set(targets.map(({ name }) => name));
    const unheard = missing.filter((name) => !known.has(name));
    const details = new Map<string, RunDetails>();
    for (const { name, latest } of targets) details.set(name, await opened.details(latest));
    const files = new Map(siteFiles({ targets, unheard, days, details, linkOf: (run) => linkFrom(folder, run) }));
    writeSite(folder, files, named);
    const index = relative(terminal.cwd, resolve(folder, "index.html"));
    print(
      terminal,
      printable(`wrote ${counted(files.size, "file")} of ${counted(targets.length, "target")}: open ${index}`),
    );
    return exitCodes.conformant;
  } finally {
    await opened.close();
  }
}
