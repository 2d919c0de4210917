/**
 * `run --env a --env b`, `run --all`: a run of each environment, a few at once. None stops the others, each has a folder of
 * its own, and the worst of their exit codes is that of all.
 */
import { resolve } from "node:path";
import { environmentLine } from "../../reports/environments/index.ts";
import { refuseUnknownWaivers } from "../../suites/engine/known-waivers.ts";
import { newSeed } from "../../suites/engine/plan/run-plan.ts";
import { environmentOf, type TargetRequest } from "../../suites/engine/plan/target.ts";
import { usualFormats, writeReports } from "../../suites/engine/saved/write-reports.ts";
import type { Parts } from "../../suites/extensions/parts.ts";
import type { OtlpTarget } from "../../suites/telemetry/telemetered.ts";
import type { CommandContext, CommandOptions } from "../command.ts";
import { describeError } from "../describe-error.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import type { Receivers } from "../notify/options.ts";
import { notify } from "../notify/send.ts";
import { flag, list, text, wholeNumber } from "../options.ts";
import { printable } from "../printable.ts";
import { programAsTyped } from "../program-as-typed.ts";
import { targetArgumentsOf } from "../target-arguments.ts";
import { print, remark, type Terminal } from "../terminal.ts";
import { foldersOf } from "./environment-names.ts";
import { runOnce } from "./one-run.ts";
import { Outcomes, pageName, summaryName } from "./outcomes.ts";
import { outputOf, planOfOptions, seedOf } from "./plan-of-options.ts";
import type { RequestLogFile } from "./request-log-file.ts";

/** More runs at once than this are for more machines. */
const mostAtOnce = 64;

interface ManyRuns {
  readonly names: readonly string[];
  readonly request: TargetRequest;
  readonly parts: Parts;
  readonly options: CommandOptions;
  readonly context: CommandContext;
  readonly receivers: Receivers | undefined;
  readonly log: RequestLogFile | undefined;
  readonly otlp: OtlpTarget | undefined;
}

/** @throws UsageError for what is wrong with all of them, before the first begins */
export async function runMany(input: ManyRuns): Promise<ExitCode> {
  const { names, request, parts, options, context, receivers, log, otlp } = input;
  const { terminal, interrupted } = context;
  const atOnce = wholeNumber({ "at-once": options["atOnce"] }, "at-once", { least: 1, most: mostAtOnce }) ?? 1;
  const formats = [...usualFormats, ...list(options, "format")];
  const folders = foldersOf(names, [pageName, summaryName]);
  const seed = seedOf(options) ?? newSeed();
  const outcomes = new Outcomes(names, folders, resolve(terminal.cwd, outputOf(options)), formats);
  const stuck = new Map<string, (where: string) => ExitCode>();
  context.whenStuck((where) => {
    for (const [name, write] of stuck) outcomes.end(name, write(where));
    outcomes.write();
    return outcomes.exitCode;
  });

  const run = async (name: string): Promise<ExitCode> => {
    const own: TargetRequest = { ...request, environment: name };
    const environment = environmentOf(own);
    refuseUnknownWaivers(environment, parts.requirements);
    const planned = planOfOptions(options, terminal, { environment: name, folder: folders.get(name), seed });
    const plan = { ...planned.plan, targetArguments: targetArgumentsOf(own, name, terminal.cwd) };
    const display = notesOf(name, terminal, flag(options, "quiet"));
    if (options["baseline"] !== undefined && !plan.baseline)
      display.note(`no earlier run of it stands in ${text(options, "baseline") ?? ""}: nothing is compared`);
    return runOnce({
      request: own,
      environment,
      plan,
      parts,
      context: {
        terminal,
        interrupted,
        takeReference: context.takeReference,
        whenStuck: (write) => stuck.set(name, write),
      },
      display,
      log,
      otlp,
      shown(results) {
        writeReports(plan.outputDir, results, formats, {
          directory: plan.shownOutput,
          program: programAsTyped(terminal),
        });
        outcomes.found(name, results, planned.earlier);
      },
    });
  };
  const waiting = [...names];
  const width = Math.max(...names.map((name) => name.length));
  const worker = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (interrupted.aborted) outcomes.end(name, exitCodes.interrupted, "The run was interrupted before it began.");
      else
        try {
          outcomes.end(name, await run(name));
        } catch (error) {
          const { code, message } = describeError(error);
          outcomes.end(name, code, message);
          remark(terminal, `${printable(name)}: ${message}`);
        }
      stuck.delete(name);
      outcomes.write();
      if (!flag(options, "json")) print(terminal, environmentLine(outcomes.of(name), width));
    }
  };
  outcomes.open();
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, names.length) }, worker));
  } finally {
    outcomes.close();
  }
  if (flag(options, "json")) print(terminal, JSON.stringify(outcomes.summary(), undefined, 2));
  else remark(terminal, `reports: ${outputOf(options)}/${pageName}`);
  if (interrupted.aborted) return exitCodes.interrupted;
  await notify(receivers, outcomes.ended(), terminal);
  return outcomes.exitCode;
}

/** Runs at once share the terminal: each line says of which environment it is. */
function notesOf(name: string, terminal: Terminal, quiet: boolean): Parameters<typeof runOnce>[0]["display"] {
  const nothing = (): void => undefined;
  const note = (said: string): void => remark(terminal, `${printable(name)}: ${said}`);
  return { update: nothing, note: quiet ? nothing : note, end: nothing };
}
