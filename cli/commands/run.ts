/** `run`, also the default command: checks a target and ends with a verdict. */
import { basename, dirname, resolve } from "node:path";
import { exitCodeOf, formatByName, type Results } from "../../reports/index.ts";
import type { Baseline } from "../../reports/results/index.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import type { Environment } from "../../driver/index.ts";
import { carryOut } from "../../suites/engine/carry-out.ts";
import { depths } from "../../suites/engine/depth.ts";
import { refuseUnknownWaivers } from "../../suites/engine/known-waivers.ts";
import { openRun } from "../../suites/engine/open-run.ts";
import { closeOutputFolder } from "../../suites/engine/output-folder.ts";
import { planOf, type RunPlan } from "../../suites/engine/run-plan.ts";
import { select } from "../../suites/engine/selection.ts";
import { parseShard } from "../../suites/engine/shard.ts";
import { embeddedName, environmentOf, openTarget } from "../../suites/engine/target.ts";
import { usualFormats, writeReports } from "../../suites/engine/write-reports.ts";
import type { CommandModule, CommandOptions } from "../command.ts";
import { additionsOf, declareExtensionOptions } from "../extension-options.ts";
import { declareEnvironmentOptions, targetRequest } from "../environment-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { namedFormats } from "../formats-option.ts";
import { challengeOf, choice, collect, durationMs, flag, list, once, text, wholeNumber } from "../options.ts";
import { printable } from "../printable.ts";
import { progressDisplay } from "../progress.ts";
import { targetArgumentsOf } from "../target-arguments.ts";
import { print, wantsColor, type Terminal } from "../terminal.ts";
import { requiredResults } from "./report.ts";

const failOnWords = ["must", "should", "drift"] as const;

export const runCommand: CommandModule = {
  examples: [
    "trace-conformance",
    "trace-conformance run --env preprod",
    "trace-conformance run --base-url http://127.0.0.1:3000 --token $TOKEN --access read-write \\\n      --organization acme --workflow 2041 --create-action open:clerks --append-action comment:clerks",
    "trace-conformance run --env preprod --depth deep --duration 30m --fail-on should",
    "trace-conformance run --env preprod --baseline release-41/results.json --fail-on drift",
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
      .option(
        "--challenge <text>",
        "seed and marks follow from this text, so that nothing can be prepared",
        once("--challenge"),
      )
      .option("--only <area|id|face>", "judge only these requirements (repeatable, or with commas)", collect)
      .option("--shard <i/n>", "run the i-th of n parts; merge puts them together")
      .option("--bail", "stop at the first failure")
      .option("--sensitivity <extent>", "off, sample: judge some answers again with defects put into them", "sample");
    declareExtensionOptions(command);
    command
      .optionsGroup("What comes out:")
      .option("--output <folder>", "where results and reports are written", "conformance-report")
      .option("--format <name>", "write this report too (repeatable); see list formats", collect)
      .option("--fail-on <level>", "must; should: a broken SHOULD is red too; drift: a changed behaviour is", "must")
      .option("--baseline <results>", "results.json of an earlier run: behaviours that differ are told as drift")
      .option("--quiet", "no progress")
      .option("--json", "print the results as JSON");
  },
  async run({ terminal, interrupted, whenStuck }, options) {
    const request = targetRequest(options, terminal);
    const parts = await loadParts(additionsOf(options, terminal, request));
    namedFormats(list(options, "format"));
    // What is wrong with the configuration is told before anything is started.
    const environment = environmentOf(request);
    const plan = {
      ...planFrom(options, terminal, environment.name),
      targetArguments: targetArgumentsOf(request, environment.name, terminal.cwd),
      shownOutput: text(options, "output") ?? "conformance-report",
    };
    select(plan.only, parts.requirements);
    refuseUnknownWaivers(environment, parts.requirements);
    const target = await openTarget(request, environment);
    const display = progressDisplay(terminal, flag(options, "quiet"));
    display.note(beginning(environment, plan));
    const shown = (results: Results): void => {
      display.end();
      show(terminal, options, plan.outputDir, results);
    };
    try {
      const run = await openRun({
        plan,
        environment: target.environment,
        parts,
        signal: interrupted,
        note: (text) => display.note(text),
        onUnopened: shown,
      });
      whenStuck((where) => {
        run.session.abandon(`The suite computed for too long without a pause: ${where}`);
        const known = run.session.checkpoint(false);
        shown(known);
        return exitCodeOf(known, plan);
      });
      const results = await carryOut(run, { signal: interrupted, onProgress: (progress) => display.update(progress) });
      shown(results);
      return interrupted.aborted ? exitCodes.interrupted : exitCodeOf(results, plan);
    } catch (error) {
      if (!interrupted.aborted) throw error;
      return exitCodes.interrupted;
    } finally {
      display.end();
      closeOutputFolder(plan.outputDir, plan.runId);
      await target.close();
    }
  },
};

/** What is about to be checked: nobody should learn at the end that it was the wrong target. */
function beginning({ name, baseUrl, access, secrets }: Environment, { depth, seed }: RunPlan): string {
  const where = name === embeddedName ? "the reference service, started for this run" : baseUrl;
  return printable(secrets.redact(`Checking ${name} · ${where} · ${access} · depth ${depth} · seed ${seed}`));
}

/** @throws UsageError for a wrong option. */
function planFrom(
  options: CommandOptions,
  terminal: Terminal,
  environment: string,
): RunPlan & { readonly outputDir: string } {
  const shard = text(options, "shard");
  const outputDir = resolve(terminal.cwd, text(options, "output") ?? "conformance-report");
  const plan = planOf({
    depth: choice(options, "depth", depths),
    seed: wholeNumber(options, "seed", { least: 0, most: 2 ** 31 - 1 }),
    challenge: challengeOf(options),
    only: list(options, "only"),
    bail: flag(options, "bail"),
    failOn: choice({ failOn: text(options, "failOn") }, "failOn", failOnWords, "--fail-on"),
    baseline: baselineOf(options, terminal),
    shard: shard === undefined ? undefined : parseShard(shard),
    durationMs: durationMs(options, "duration"),
    sensitivity: choice(options, "sensitivity", ["off", "sample"] as const) === "sample",
    // Evidence is of what the seed gives alone.
    corpusDir: options["corpus"] === false ? undefined : corpusOf(environment, terminal),
  });
  return { ...plan, outputDir };
}

/** What an earlier run observed. @throws UsageError, OutputError where the file holds no results */
function baselineOf(options: CommandOptions, terminal: Terminal): Baseline | undefined {
  const source = text(options, "baseline");
  if (source === undefined) return undefined;
  const path = resolve(terminal.cwd, source);
  const { openPoints } = requiredResults(basename(path) === "results.json" ? dirname(path) : path, source);
  const seen = openPoints.filter(({ reading }) => reading !== undefined);
  return { source, readings: Object.fromEntries(seen.map(({ id, reading }) => [id, reading])) };
}

/** What once failed on a target of one's own is tried first the next time. */
function corpusOf(environment: string, terminal: Terminal): string | undefined {
  if (environment === embeddedName) return undefined;
  return resolve(terminal.cwd, ".trace-conformance", "corpus", environment.replace(/[^\w.-]+/g, "-"));
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
