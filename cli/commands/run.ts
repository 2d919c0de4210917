/** `run`, also the default command: checks a target, or several, and ends with a verdict. */
import { resolve } from "node:path";
import { formatByName, type Results } from "../../reports/index.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import type { Parts } from "../../suites/extensions/parts.ts";
import { depths } from "../../suites/engine/plan/depth.ts";
import { refuseUnknownWaivers } from "../../suites/engine/known-waivers.ts";
import { select } from "../../suites/engine/plan/selection.ts";
import { environmentOf, type TargetRequest } from "../../suites/engine/plan/target.ts";
import { usualFormats, writeReports } from "../../suites/engine/saved/write-reports.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandContext, CommandModule, CommandOptions } from "../command.ts";
import { describeError } from "../describe-error.ts";
import { additionsOf, declareExtensionOptions } from "../extension-options.ts";
import { declareEnvironmentOptions, targetRequest } from "../environment-options.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { namedFormats } from "../formats-option.ts";
import { endedRun } from "../notify/ended-run.ts";
import { declareNotifyOptions, receiversIn, type Receivers } from "../notify/options.ts";
import { notify } from "../notify/send.ts";
import { collect, flag, list, once, suiteLevelOf, text } from "../options.ts";
import { progressDisplay } from "../progress.ts";
import type { OtlpTarget } from "../../suites/telemetry/telemetered.ts";
import { namesGiven, severalOf } from "../run/environment-names.ts";
import { runMany } from "../run/many-runs.ts";
import { runOnce } from "../run/one-run.ts";
import { otlpOf } from "../run/otlp-option.ts";
import { outputOf, planOfOptions } from "../run/plan-of-options.ts";
import { requestLogOf, type RequestLogFile } from "../run/request-log-file.ts";
import { targetArgumentsOf } from "../target-arguments.ts";
import { programAsTyped } from "../program-as-typed.ts";
import { screenOptions } from "../screen-options.ts";
import { print, type Terminal } from "../terminal.ts";
import { refuseUnwatchable, watch } from "../watch/watch.ts";

export const runCommand: CommandModule = {
  examples: [
    "trace-conformance",
    "trace-conformance run --env preprod",
    "trace-conformance run --base-url http://127.0.0.1:3000 --token $TOKEN --access read-write \\\n      --organization acme --workflow 2041 --create-action open:clerks --append-action comment:clerks",
    "trace-conformance run --env preprod --depth deep --duration 30m --fail-on should",
    "trace-conformance run --env preprod --baseline release-41/results.json --fail-on drift",
    "trace-conformance run --env preprod --only STATE --only legacy",
    "trace-conformance run --env preprod --depth quick --log requests.tsv",
    "trace-conformance run --env local --depth quick --watch",
    "trace-conformance run --env preprod --env us-preprod --at-once 2",
    "trace-conformance run --all --output fleet",
    "trace-conformance run --env preprod --shard 1/4 --seed 7 --output shard-1",
  ],
  declare(command) {
    declareEnvironmentOptions(command, { several: true });
    command
      .option("--all", "every environment of the configuration, each by its own rules")
      .option("--at-once <number>", "how many of several environments are run at once; default: 1");
    command
      .optionsGroup("What is run:")
      .option("--depth <depth>", depths.join(", "), "standard")
      .option("--duration <time>", "go on with new seeds for this long, such as 30m")
      .option("--seed <number>", "repeat the generated scripts of an earlier run")
      .option(
        "--challenge <text>",
        "seed and marks follow from this text, so that nothing can be prepared",
        once("--challenge"),
      )
      .option(
        "--only <area|id|face>",
        "judge only these requirements; a face is an endpoint set, v2 or legacy (repeatable, or with commas)",
        collect,
      )
      .option("--shard <i/n>", "run the i-th of n parts; merge puts them together")
      .option("--suite-level <version>", "judge as this version of the suite did: what is newer is left out")
      .option(
        "--max-requests <number>",
        "send no more; what tells most is sent first, and the rest is told as not judged",
      )
      .option(
        "--disturb",
        "cut, hold back and pause some connections on purpose; not where it is read-only or a production",
      )
      .option("--bail", "stop at the first failure")
      .option(
        "--sensitivity <extent>",
        "off, sample, full: judge answers again with defects put into them; full takes minutes",
        "sample",
      );
    declareExtensionOptions(command);
    command
      .optionsGroup("What comes out:")
      .option("--output <folder>", "where results and reports are written", "conformance-report")
      .option("--format <name>", "write this report too (repeatable); see list formats", collect)
      .option(
        "--fail-on <level>",
        "must; should: a broken SHOULD is red too; drift: a changed reading is; latency: one above limits.latency",
        "must",
      )
      .option("--baseline <results>", "results.json of an earlier run: readings that differ are told as drift")
      .option("--log <file>", "write a line for every request; - for stderr", once("--log"))
      .option("--har <file>", "write every exchange of the run as HAR, while it goes on", once("--har"))
      .option("--otlp", "send spans and metrics where OTEL_EXPORTER_OTLP_ENDPOINT says, also without telemetry.otlp")
      .option("--watch", "then what is red again, at each key or restart of the target, until q or Ctrl-C")
      .option("--quiet", "no progress")
      .option("--json", "print the results as JSON");
    declareNotifyOptions(command);
  },
  async run(context, options) {
    const names = namesGiven(options);
    const request = targetRequest({ ...options, env: names.length === 1 ? names[0] : undefined }, context.terminal);
    const several = severalOf(options, names, request);
    const isWatched = flag(options, "watch");
    if (isWatched) refuseUnwatchable(options, context.terminal, several !== undefined);
    const parts = await loadParts(additionsOf(options, context.terminal, request));
    namedFormats(list(options, "format"));
    // What is wrong with all of them is told before the first begins.
    select(list(options, "only"), parts.requirements, suiteLevelOf(options));
    const receivers = receiversIn(options, context.terminal);
    if (several) planOfOptions(options, context.terminal, { environment: "", folder: "-" });
    const log = requestLogOf(options, context.terminal);
    const common = { request, parts, receivers, log, otlp: otlpOf(options, context.terminal) };
    if (several && options["har"] !== undefined)
      throw new UsageError("--har is of one environment; run them one by one, or leave it out");
    if (several) return runMany({ names: several, options, context, ...common });
    const runAll = (): Promise<ExitCode> => runAlone(context, options, common);
    const folder = resolve(context.terminal.cwd, outputOf(options));
    return isWatched ? watch({ context, request, parts, folder, runAll }) : runAll();
  },
};

interface Alone {
  readonly request: TargetRequest;
  readonly parts: Parts;
  readonly receivers: Receivers | undefined;
  readonly log: RequestLogFile | undefined;
  readonly otlp: OtlpTarget | undefined;
}

async function runAlone(
  context: CommandContext,
  options: CommandOptions,
  { request, parts, receivers, log, otlp }: Alone,
): Promise<ExitCode> {
  const { terminal } = context;
  if (options["atOnce"] !== undefined) throw new UsageError("--at-once goes with several --env, or with --all");
  // What is wrong with the configuration is told before anything is started.
  const environment = environmentOf(request);
  const planned = planOfOptions(options, terminal, { environment: environment.name });
  const plan = {
    ...planned.plan,
    targetArguments: targetArgumentsOf(request, environment.name, terminal.cwd),
  };
  refuseUnknownWaivers(environment, parts.requirements);
  const display = progressDisplay(terminal, flag(options, "quiet"));
  let ended: Results | undefined;
  let isShown = false;
  const shown = (results: Results): void => {
    ended = results;
    show(terminal, options, plan.outputDir, results);
    isShown = true;
  };
  const tell = (exitCode: ExitCode, problem?: string): Promise<void> =>
    notify(
      receivers,
      [endedRun({ environment: environment.name, exitCode, problem, results: ended, earlier: planned.earlier })],
      terminal,
    );
  let code: ExitCode;
  try {
    code = await runOnce({
      request,
      environment,
      plan,
      parts,
      context,
      display,
      log,
      otlp,
      har: text(options, "har"),
      shown,
    });
  } catch (error) {
    // What is wrong on the command line is told there; that a target cannot be reached is news.
    const { code: exitCode, message } = describeError(error);
    if (!ended) throw error;
    await tell(exitCode, message);
    // Where results are shown the screen said it; a program that reads JSON is told beside it.
    if (!isShown || flag(options, "json")) throw error;
    return exitCode;
  }
  if (code !== exitCodes.interrupted) await tell(code);
  return code;
}

function show(terminal: Terminal, options: CommandOptions, folder: string, results: Results): void {
  const directory = outputOf(options);
  const formats = [...usualFormats, ...list(options, "format")];
  const files = writeReports(folder, results, formats, { directory, program: programAsTyped(terminal) });
  if (flag(options, "json")) return print(terminal, JSON.stringify(results, undefined, 2));
  print(terminal, formatByName("terminal").render(results, { directory, files, ...screenOptions(terminal) }));
}
