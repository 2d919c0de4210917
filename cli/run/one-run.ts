/** One run of one environment, from its target to its exit code. */
import { resolve } from "node:path";
import { exitCodeOf, type Results } from "../../reports/index.ts";
import type { Environment } from "../../driver/index.ts";
import { carryOut } from "../../suites/engine/carry-out.ts";
import { refuseToDisturb } from "../../suites/engine/plan/disturbable.ts";
import { openRun, type RunProgress } from "../../suites/engine/open-run.ts";
import { HarFile } from "../../suites/har/har-file.ts";
import { checkOutputFolder, closeOutputFolder, writeFullerResults } from "../../suites/engine/saved/output-folder.ts";
import { readCollected } from "../../suites/engine/saved/saved-run.ts";
import type { RunPlan } from "../../suites/engine/plan/run-plan.ts";
import { embeddedName, openTarget, type TargetRequest } from "../../suites/engine/plan/target.ts";
import type { Parts } from "../../suites/extensions/parts.ts";
import type { OtlpTarget } from "../../suites/telemetry/telemetered.ts";
import { sensitivityOf } from "../../suites/sensitivity/examine-run.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandContext } from "../command.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { printable } from "../printable.ts";
import { remark } from "../terminal.ts";
import { tellWrittenByFlag } from "../written-by-flag.ts";
import type { PlannedRun } from "./plan-of-options.ts";
import type { RequestLogFile } from "./request-log-file.ts";

interface OneRun {
  readonly request: TargetRequest;
  readonly environment: Environment;
  readonly plan: PlannedRun["plan"];
  readonly parts: Parts;
  readonly context: CommandContext;
  readonly log: RequestLogFile | undefined;
  /** Where spans and metrics go; undefined: where the configuration says. */
  readonly otlp: OtlpTarget | undefined;
  /** File of `--har`. */
  readonly har?: string | undefined;
  readonly display: {
    update(progress: RunProgress): void;
    note(text: string): void;
    end(): void;
  };
  /** Told the results, whether or not the run could begin; writes the reports. */
  readonly shown: (results: Results) => void;
}

/** Runs what was planned. @throws what keeps the run from beginning, after its results were shown */
export async function runOnce(input: OneRun): Promise<ExitCode> {
  const { environment, plan, parts, display, log, otlp } = input;
  const { terminal, interrupted, takeReference, whenStuck } = input.context;
  if (plan.disturbed) refuseToDisturb(environment);
  const warn = (text: string): void => remark(terminal, `warning: ${printable(text)}`);
  checkOutputFolder(plan.outputDir);
  const har = harOf(input.har, { environment: () => target.environment, cwd: terminal.cwd, warn });
  const target = await openTarget(input.request, environment, takeReference);
  display.note(beginning(environment, plan));
  tellWrittenByFlag(terminal, environment);
  const shown = (results: Results): void => {
    display.end();
    input.shown(results);
  };
  try {
    const run = await openRun({
      plan,
      environment: target.environment,
      parts,
      signal: interrupted,
      ...(log ? { log: (request) => log.write(environment.name, request) } : {}),
      note: (text) => display.note(text),
      onUnopened: shown,
      otlp,
      observer: har,
      warn: (text) => warn(`${environment.name}: ${text}`),
    });
    whenStuck((where) => {
      run.session.abandon(`The suite computed for too long without a pause: ${where}`);
      const known = run.session.checkpoint(false);
      shown(known);
      return exitCodeOf(known, plan);
    });
    const seen = await carryOut(run, { signal: interrupted, onProgress: (progress) => display.update(progress) });
    const results = plan.sensitivity === "full" && !interrupted.aborted ? await withSensitivity(seen, input) : seen;
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
}

/** The results with what every defect in the answers would have shown, in the output folder too. */
async function withSensitivity(results: Results, { plan, parts, display, context }: OneRun): Promise<Results> {
  const { outputDir } = plan;
  if (outputDir === undefined || results.summary.exchanges === 0) return results;
  display.note("Putting every defect into the answers, which takes minutes; nothing is sent");
  const { interrupted: signal } = context;
  const sensitivity = await sensitivityOf(outputDir, readCollected(outputDir), results, { parts, signal });
  if (!sensitivity || signal.aborted) return results;
  const fuller = { ...results, sensitivity };
  writeFullerResults(outputDir, fuller);
  return fuller;
}

/** What is about to be checked: nobody should learn at the end that it was the wrong target. */
function beginning({ name, baseUrl, access, secrets }: Environment, { depth, seed, disturbed }: RunPlan): string {
  const where = name === embeddedName ? "the reference service, started for this run" : baseUrl;
  const how = disturbed ? " · connections are cut, held back and paused on purpose" : "";
  return printable(secrets.redact(`Checking ${name} · ${where} · ${access} · depth ${depth} · seed ${seed}${how}`));
}

/** @throws UsageError where the file cannot be written */
function harOf(
  named: string | undefined,
  {
    cwd,
    ...options
  }: { readonly environment: () => Environment; readonly cwd: string; readonly warn: (text: string) => void },
): HarFile | undefined {
  if (named === undefined) return undefined;
  try {
    return new HarFile({ ...options, path: resolve(cwd, named) });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`--har ${named} cannot be written: ${reason}; name another file`, { cause });
  }
}
