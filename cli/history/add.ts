/** `history add`: reads runs and keeps them. One that cannot be read does not keep the others out. */
import { counted } from "../../reports/text/numbers.ts";
import { checkTemplate, openStore, readRun, shownStore, type Addition } from "../../suites/history/index.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandOptions } from "../command.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { flag, text } from "../options.ts";
import { printable, printableLines } from "../printable.ts";
import { colorsFor, print, remark, type Terminal } from "../terminal.ts";

interface AddInput {
  readonly store: string;
  /** Folders and files of runs. */
  readonly named: readonly string[];
}

export async function addRuns(
  terminal: Terminal,
  options: CommandOptions,
  { store, named }: AddInput,
): Promise<ExitCode> {
  const report = text(options, "report");
  if (report !== undefined) checkTemplate(report);
  const opened = await openStore(store, { cwd: terminal.cwd, create: true });
  const replace = flag(options, "replace");
  const rememberFile = !/^postgres/i.test(store);
  const counts: Record<Addition | "refused", number> = { added: 0, known: 0, differs: 0, replaced: 0, refused: 0 };
  try {
    for (const one of named)
      try {
        const run = readRun(one, { cwd: terminal.cwd, rememberFile, ...(report === undefined ? {} : { report }) });
        const addition = await opened.add(run, { replace });
        counts[addition]++;
        if (addition === "differs") complain(terminal, differs(one, run));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        counts.refused++;
        complain(terminal, printableLines(error.message));
      }
  } finally {
    await opened.close();
  }
  print(terminal, summary(counts, shownStore(store)));
  return counts.refused + counts.differs > 0 ? exitCodes.usage : exitCodes.conformant;
}

function differs(named: string, { runId, environment }: Awaited<ReturnType<typeof readRun>>): string {
  return printable(
    `${named}: run ${runId} of ${environment} is kept already, with another outcome (rechecked since?), and stays as it is; ` +
      "--replace takes this one in its place",
  );
}

function complain(terminal: Terminal, message: string): void {
  remark(terminal, `${colorsFor(terminal.stderr, terminal.env).red("error:")} ${message}`);
}

function summary(counts: Readonly<Record<Addition | "refused", number>>, store: string): string {
  const { added, known, replaced, differs, refused } = counts;
  return [
    `added ${counted(added, "run")} to ${store}`,
    ...(replaced > 0 ? [`replaced ${counted(replaced, "run")}`] : []),
    ...(known > 0 ? [`${counted(known, "run")} ${known === 1 ? "was" : "were"} there already`] : []),
    ...(differs + refused > 0 ? [`${counted(differs + refused, "run")} not taken`] : []),
  ].join("; ");
}
