/** `run`, also the default command: checks a target and ends with a verdict. */
import { resolve } from "node:path";
import { exitCodeOf, formatByName, type Results } from "../../reports/index.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import type { Environment } from "../../driver/index.ts";
import { depths } from "../../suites/engine/depth.ts";
import { refuseUnknownWaivers } from "../../suites/engine/known-waivers.ts";
import { newRunId, newSeed, type RunPlan } from "../../suites/engine/run-plan.ts";
import { select } from "../../suites/engine/selection.ts";
import { parseShard } from "../../suites/engine/shard.ts";
import { embeddedName, environmentOf, openTarget } from "../../suites/engine/target.ts";
import { runWithVitest, type VitestRunOutcome } from "../../suites/engine/vitest/run-with-vitest.ts";
import { readResults, usualFormats, writeReports } from "../../suites/engine/write-reports.ts";
import type { CommandContext, CommandModule, CommandOptions } from "../command.ts";
import { describeError } from "../describe-error.ts";
import { additionsOf, declareExtensionOptions } from "../extension-options.ts";
import { declareEnvironmentOptions, targetRequest } from "../environment-options.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { namedFormats } from "../formats-option.ts";
import { choice, collect, durationMs, flag, list, text, wholeNumber } from "../options.ts";
import { printable } from "../printable.ts";
import { progressDisplay } from "../progress.ts";
import { colorsFor, print, remark, wantsColor, type Terminal } from "../terminal.ts";

const failOnWords = ["must", "should"] as const;

export const runCommand: CommandModule = {
  examples: [
    "trace-conformance",
    "trace-conformance run --env preprod",
    "trace-conformance run --base-url http://127.0.0.1:3000 --token $TOKEN --access read-write \\\n      --organization acme --workflow 2041 --create-action open:clerks --append-action comment:clerks",
    "trace-conformance run --env preprod --depth deep --duration 30m --fail-on should",
    "trace-conformance run --env preprod --only STATE --only legacy",
    "trace-conformance run --env preprod --shard 1/4 --seed 7 --output shard-1",
  ],
  declare(command) {
    declareEnvironmentOptions(command);
    command
      .optionsGroup("What is run:")
      .option("--depth <depth>", depths.join(", "), "standard")
      .option("--duration <time>", "go on with new seeds for this long, such as 30m")
      .option("--seed <number>", "repeat the generated scripts of an earlier run")
      .option("--only <area|id|face>", "judge only these requirements (repeatable, or with commas)", collect)
      .option("--shard <i/n>", "run the i-th of n parts; merge puts them together")
      .option("--bail", "stop at the first failure");
    declareExtensionOptions(command);
    command
      .optionsGroup("What comes out:")
      .option("--output <folder>", "where results and reports are written", "conformance-report")
      .option("--format <name>", "write this report too (repeatable); see list formats", collect)
      .option("--fail-on <level>", "must, or should: then a broken SHOULD is red too", "must")
      .option("--quiet", "no progress")
      .option("--json", "print the results as JSON");
  },
  async run(context, options) {
    const { terminal, interrupted } = context;
    const request = targetRequest(options, terminal);
    const additions = additionsOf(options, terminal, request);
    const plan = { ...planOf(options, terminal), ...additions };
    namedFormats(list(options, "format"));
    const { requirements } = await loadParts(additions);
    select(plan.only, requirements);
    // What is wrong with the configuration is told before anything is started.
    const environment = environmentOf(request);
    const { name, waivers } = environment;
    refuseUnknownWaivers({ name, waivers }, requirements);
    const opening = openTarget(request);
    const display = progressDisplay(terminal, flag(options, "quiet"));
    display.note(beginning(environment, plan));
    let outcome: VitestRunOutcome;
    try {
      outcome = await runWithVitest({
        runId: plan.runId,
        plan: opening.then((target) => ({ ...plan, target: target.request, ...corpusOf(name, terminal) })),
        signal: interrupted,
        onProgress: (progress) => display.update(progress),
        onNote: (note) => display.note(note),
      });
    } finally {
      display.end();
      await opening.then((target) => target.close()).catch(() => undefined);
    }
    return conclude(context, options, plan, outcome);
  },
};

/** What is about to be checked: nobody should learn at the end that it was the wrong target. */
function beginning({ name, baseUrl, access, secrets }: Environment, { depth, seed }: Prepared): string {
  const where = name === embeddedName ? "the reference service, started for this run" : baseUrl;
  return printable(secrets.redact(`Checking ${name} · ${where} · ${access} · depth ${depth} · seed ${seed}`));
}

type Prepared = Omit<RunPlan, "target"> & { readonly outputDir: string };

/** Reads the options first, so that a wrong one is told before anything is started. */
function planOf(options: CommandOptions, terminal: Terminal): Prepared {
  const only = list(options, "only");
  const now = new Date();
  const shard = text(options, "shard");
  const duration = durationMs(options, "duration");
  return {
    runId: newRunId(now),
    startedAt: now.toISOString(),
    outputDir: resolve(terminal.cwd, text(options, "output") ?? "conformance-report"),
    depth: choice(options, "depth", depths) ?? "standard",
    seed: wholeNumber(options, "seed", { least: 0, most: 2 ** 31 - 1 }) ?? newSeed(),
    only,
    bail: flag(options, "bail"),
    failOn: choice({ failOn: text(options, "failOn") }, "failOn", failOnWords, "--fail-on") ?? "must",
    ...(shard === undefined ? {} : { shard: parseShard(shard) }),
    ...(duration === undefined ? {} : { durationMs: duration }),
  };
}

/** What once failed on a target of one's own is tried first the next time. */
function corpusOf(environment: string, terminal: Terminal): Pick<RunPlan, "corpusDir"> {
  if (environment === embeddedName) return {};
  const folder = environment.replace(/[^\w.-]+/g, "-");
  return { corpusDir: resolve(terminal.cwd, ".trace-conformance", "corpus", folder) };
}

function conclude(
  { terminal, interrupted }: CommandContext,
  options: CommandOptions,
  plan: Prepared,
  outcome: VitestRunOutcome,
): ExitCode {
  const results = readResults(plan.outputDir, plan.runId);
  if (results) show(terminal, options, plan.outputDir, results);
  if (interrupted.aborted) return exitCodes.interrupted;
  const failure = outcome.notOpened ?? outcome.errors[0];
  if (failure) {
    const { code, message } = describeError(failure);
    remark(terminal, `${colorsFor(terminal.stderr, terminal.env).red("error:")} ${message}`);
    return code;
  }
  if (!results) {
    remark(terminal, "error: the run left no results");
    return exitCodes.internal;
  }
  return exitCodeOf(results, { failOn: plan.failOn });
}

function show(terminal: Terminal, options: CommandOptions, folder: string, results: Results): void {
  const files = writeReports(folder, results, [...usualFormats, ...list(options, "format")]);
  if (flag(options, "json")) return print(terminal, JSON.stringify(results, undefined, 2));
  const directory = text(options, "output") ?? "conformance-report";
  const colour = wantsColor(terminal.stdout, terminal.env);
  const columns = terminal.stdout.columns;
  const rendering = { directory, files, colour, ...(columns === undefined ? {} : { columns }) };
  print(terminal, formatByName("terminal").render(results, rendering));
}
