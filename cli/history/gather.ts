/**
 * `history gather`: the end of a night over many targets, each of which was run by a process of its own. Whoever was to run
 * and left no results of this night is missing, and never green.
 */
import { dirname, join, resolve } from "node:path";
import {
  environmentLine,
  runOf,
  sentenceOf,
  worstOf,
  type EnvironmentOutcome,
} from "../../reports/environments/index.ts";
import { exitCodeOf, judgedOnly, partialSentence, type Results } from "../../reports/index.ts";
import { counted } from "../../reports/text/numbers.ts";
import type { EndedRun } from "../../reports/notification/index.ts";
import { readText } from "../../spec/files/read-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import { readResultsFile } from "../../suites/engine/saved/saved-run.ts";
import { checkTemplate, openStore, readRun, resultsOfRun } from "../../suites/history/index.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandOptions } from "../command.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { endedRun } from "../notify/ended-run.ts";
import { receiversIn } from "../notify/options.ts";
import { notify } from "../notify/send.ts";
import { durationMs, flag, text } from "../options.ts";
import { printable, printableLines } from "../printable.ts";
import { colorsFor, print, remark, type Terminal } from "../terminal.ts";
import { buildSite } from "./site.ts";

const maxListBytes = 1_048_576;
const defaultWithinMs = 20 * 3_600_000;

interface GatherInput {
  readonly store: string;
  /** Folders and files of runs. */
  readonly named: readonly string[];
}

/** The newest run of a target. The results of hundreds at once would fill the memory. */
interface Found {
  readonly named: string;
  readonly startedAt: string;
}

export async function gather(
  terminal: Terminal,
  options: CommandOptions,
  { store, named }: GatherInput,
): Promise<ExitCode> {
  const expected = expectedIn(terminal, text(options, "targets"));
  const receivers = receiversIn(options, terminal);
  const since = new Date(Date.now() - (durationMs(options, "within") ?? defaultWithinMs)).toISOString();
  const { newest, broken } = await keep(terminal, options, { store, named });
  const names = [...new Set([...expected, ...newest.keys()])];
  const ended = names.map((name): { readonly outcome: Outcome; readonly told: EndedRun } => {
    const found = newest.get(name);
    if (!found || found.startedAt < since) {
      const outcome = missingOf(name, found, broken);
      return { outcome, told: { environment: name, exitCode: outcome.exitCode, sentence: outcome.sentence } };
    }
    return endedOf(terminal, name, found, text(options, "earlier"));
  });
  const outcomes = ended.map(({ outcome }) => outcome);
  const missing = outcomes.filter(({ isMissing }) => isMissing).map(({ name }) => name);
  tell(terminal, options, outcomes);
  if (newest.size > 0) await buildSite(terminal, options, store, missing);
  await notify(
    receivers,
    ended.map(({ told }) => told),
    terminal,
  );
  return worstOf(outcomes.map(({ exitCode }) => exitCode)) as ExitCode;
}

/** Keeps every run in the store; the newest of each target, and what could not be read. */
async function keep(
  terminal: Terminal,
  options: CommandOptions,
  { store, named }: GatherInput,
): Promise<{ readonly newest: ReadonlyMap<string, Found>; readonly broken: readonly string[] }> {
  const report = text(options, "report");
  if (report !== undefined) checkTemplate(report);
  const newest = new Map<string, Found>();
  const broken: string[] = [];
  const opened = await openStore(store, { cwd: terminal.cwd, create: true });
  const rememberFile = !/^postgres/i.test(store);
  try {
    for (const one of named)
      try {
        const run = readRun(one, { cwd: terminal.cwd, rememberFile, ...(report === undefined ? {} : { report }) });
        await opened.add(run, { replace: false });
        const { environment, startedAt } = run;
        if ((newest.get(environment)?.startedAt ?? "") < startedAt) newest.set(environment, { named: one, startedAt });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        broken.push(one);
        remark(terminal, `${colorsFor(terminal.stderr, terminal.env).red("error:")} ${printableLines(error.message)}`);
      }
  } finally {
    await opened.close();
  }
  return { newest, broken };
}

interface Outcome extends EnvironmentOutcome {
  readonly exitCode: ExitCode;
  /** True where the newest run of the night is a part of one. */
  readonly isPart?: true;
  /** Of a green that judged little: of how many requirements it is. */
  readonly judgedOnly?: string;
}

function endedOf(terminal: Terminal, name: string, found: Found, beside: string | undefined) {
  const results = resultsOfRun(found.named, terminal.cwd);
  const { environment, verdict, startedAt, summary } = results;
  const isPart = partialSentence(results) !== undefined;
  const judged = judgedOnly(results);
  // A part says nothing of what it left out: of the night of a target it is no green.
  const exitCode = worstOf([exitCodeOf(results), isPart ? exitCodes.incomplete : exitCodes.conformant]) as ExitCode;
  const sentence = sentenceOf(results);
  const earlier = beside === undefined ? undefined : earlierOf(terminal, found, beside);
  const outcome: Outcome = {
    ...{ name, folder: name, exitCode, sentence, run: runOf(results) },
    ...(isPart ? { isPart } : {}),
    ...(judged === undefined ? {} : { judgedOnly: judged }),
  };
  const told: EndedRun = {
    ...endedRun({ environment: name, exitCode, results, earlier }),
    results: { environment, verdict, startedAt, summary },
  };
  return { outcome, told };
}

function missingOf(name: string, found: Found | undefined, broken: readonly string[]): Outcome {
  const unread = broken.find((one) => one.split(/[\\/]/).includes(name));
  const known = found ? `, the newest are of ${found.startedAt.slice(0, 16).replace("T", " ")} UTC` : "";
  const why = unread === undefined ? "its pod was lost, or never began" : "what it left cannot be read";
  const sentence = `Missing: there are no results of this night${known}; ${why}.`;
  return { name, folder: name, exitCode: exitCodes.incomplete, sentence, isMissing: true };
}

/** The run before, in a folder beside that of this one. */
function earlierOf({ cwd }: Terminal, { named }: Found, beside: string): Results | undefined {
  const folder = named.endsWith(".json") ? dirname(resolve(cwd, named)) : resolve(cwd, named);
  try {
    return readResultsFile(join(dirname(folder), beside, "results.json"));
  } catch (error) {
    // A target that is new has none.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function tell(terminal: Terminal, options: CommandOptions, outcomes: readonly Outcome[]): void {
  if (flag(options, "json")) {
    const exitCode = worstOf(outcomes.map((outcome) => outcome.exitCode));
    return print(terminal, JSON.stringify({ schemaVersion: 1, exitCode, environments: outcomes }, undefined, 2));
  }
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  const bad = outcomes.filter(({ exitCode }) => exitCode !== exitCodes.conformant);
  const little = outcomes.filter((one) => one.exitCode === exitCodes.conformant && one.judgedOnly !== undefined);
  for (const outcome of [...bad, ...little]) print(terminal, environmentLine(outcome, width));
  const missing = outcomes.filter(({ isMissing }) => isMissing).length;
  const red = outcomes.filter(({ exitCode }) => exitCode === exitCodes.nonConformant).length;
  const counts = [
    `${String(outcomes.length - bad.length)} conformant${little.length > 0 ? ` (${String(little.length)} judged not all)` : ""}`,
    `${String(red)} red`,
    `${String(missing)} missing`,
  ];
  const rest = bad.length - red - missing;
  const parts = bad.filter(({ exitCode, isPart }) => isPart && exitCode === exitCodes.incomplete).length;
  const ofThese = parts > 0 ? ` (${counted(parts, "part")} of a run)` : "";
  print(
    terminal,
    `${counted(outcomes.length, "target")}: ${counts.join(", ")}${rest > 0 ? `, ${String(rest)} incomplete${ofThese}` : ""}`,
  );
}

/** The names in a file, one on each line. @throws UsageError for a file that cannot be read, or has none */
function expectedIn({ cwd }: Terminal, named: string | undefined): readonly string[] {
  if (named === undefined)
    throw new UsageError(
      "history gather: wanted --targets FILE with the name of each target that was to run, a line each",
    );
  let list: string;
  try {
    list = readText(resolve(cwd, named), maxListBytes);
  } catch (cause) {
    throw new UsageError(
      `--targets ${printable(named)}: ${whyUnreadable(cause)}; wanted a file with a name on each line`,
      {
        cause,
      },
    );
  }
  const names = list.split("\n").map((line) => line.trim());
  const given = names.filter((name) => name !== "" && !name.startsWith("#"));
  if (given.length === 0)
    throw new UsageError(`--targets ${printable(named)}: wanted a name on each line; it has none`);
  return [...new Set(given)];
}
