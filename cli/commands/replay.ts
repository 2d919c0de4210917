/** `replay SCRIPT`: runs one script again and says what it shows. */
import { resolve } from "node:path";
import { cleanValues, historyFile } from "../../driver/index.ts";
import { requirementById } from "../../spec/requirements/index.ts";
import { withListedWorkflow } from "../../suites/engine/listed-workflow.ts";
import { closeOutputFolder, openOutputFolder, tryOutputFolder } from "../../suites/engine/saved/output-folder.ts";
import { planOf } from "../../suites/engine/plan/run-plan.ts";
import { readSavedScript } from "../../suites/engine/saved/saved-script.ts";
import { gapIn } from "../../suites/engine/results/gap.ts";
import type { ScriptOutcome } from "../../suites/engine/results/script-outcome.ts";
import { RunSession } from "../../suites/engine/session.ts";
import { openTarget } from "../../suites/engine/plan/target.ts";
import { failuresText, type ToldFailure } from "../../suites/engine/results/failure-text.ts";
import { brokenBeside, judgedOf, knownFirst, replayed } from "../../suites/engine/replayed.ts";
import { attemptsText, counted, exitCodeOf, type Attempts } from "../../reports/index.ts";
import type { CommandModule } from "../command.ts";
import { declareEnvironmentOptions, targetRequest } from "../environment-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { missingForScript } from "../missing-for-script.ts";
import { flag, text } from "../options.ts";
import { printableLines } from "../printable.ts";
import { colorsFor, print, remark, type Terminal } from "../terminal.ts";

export const replayCommand: CommandModule = {
  examples: [
    "trace-conformance replay conformance-report/failures/properties-flow-17.json --env preprod",
    "trace-conformance replay my-script.json --output replayed",
  ],
  declare(command) {
    command.argument("<script>", "file with a script, such as those in the folder failures of a run");
    declareEnvironmentOptions(command);
    command
      .optionsGroup("What comes out:")
      .option("--output <folder>", "write results and the history there")
      .option("--json", "print the judged requirements as JSON");
  },
  async run({ terminal, interrupted }, options, [file = ""]) {
    const { script, attempts, shows } = readSavedScript(resolve(terminal.cwd, file), file);
    const output = text(options, "output");
    const outputDir = output === undefined ? undefined : resolve(terminal.cwd, output);
    if (outputDir !== undefined) tryOutputFolder(outputDir);
    const target = await openTarget(targetRequest(options, terminal));
    const judged = judgedOf(script, shows);
    const plan = planOf({ seed: 0, outputDir, only: judged });
    try {
      if (outputDir !== undefined) openOutputFolder(outputDir, plan.runId, [historyFile(outputDir, plan.runId)]);
      const environment = await withListedWorkflow(target.environment, { runId: plan.runId, signal: interrupted });
      const session = await RunSession.open({ environment, plan, signal: interrupted });
      const { outcome: said, tried } = await replayed(session, script, attempts);
      const results = session.checkpoint(true);
      await session.close();
      if (interrupted.aborted) return exitCodes.interrupted;
      // What is told of a failure quotes the target.
      const clean = cleanValues(said, (text) => target.environment.secrets.redact(text));
      const outcome = { ...clean, failures: knownFirst(clean.failures, shows) };
      const beside = outcome.failures.length > 0 ? [] : brokenBeside(results);
      if (flag(options, "json")) {
        const further = {
          ...(judged.length > 0 ? { judged } : {}),
          ...(attempts ? { tried } : {}),
          ...(beside.length > 0 ? { beside } : {}),
        };
        print(terminal, JSON.stringify({ ...outcome, script: script.id, ...further }, undefined, 2));
      }
      const code = exitCodeOf(results);
      const gap = notJudged(outcome, missingForScript(script, environment, target.request.flags !== undefined));
      if (gap !== undefined) remark(terminal, printableLines(gap));
      if (gap !== undefined && (code === exitCodes.conformant || code === exitCodes.incomplete))
        return exitCodes.incomplete;
      if (!flag(options, "json")) tell(terminal, outcome, { tried, beside, isOpen: gap !== undefined });
      if (judged.length > 0)
        remark(
          terminal,
          `judged: ${judged.join(", ")} alone, for which the run made this script smaller; what others need may be gone`,
        );
      if (attempts) remark(terminal, attemptsRemark(outcome, tried, attempts));
      // What a whole script leaves unjudged is no finding.
      return code === exitCodes.incomplete ? exitCodes.conformant : code;
    } finally {
      if (outputDir !== undefined) closeOutputFolder(outputDir, plan.runId);
      await target.close();
    }
  },
};

/** Why it could not be judged whether anything is broken; undefined where the script was sent and judged. */
function notJudged(outcome: ScriptOutcome, missing: readonly string[]): string | undefined {
  const gap = outcome.failures.length > 0 ? undefined : gapIn(outcome);
  if (!gap) return undefined;
  const lack =
    missing.length === 0 || (outcome.seen?.unsent ?? []).length === 0 ? [] : [`missing: ${missing.join(", ")}`];
  const why = [...lack, ...gap.reasons].map((line) => `\n  ${line}`).join("");
  return `incomplete: it could not be judged whether anything is broken: ${gap.what}${why}`;
}

interface Told {
  readonly tried: number;
  /** What is broken though the script does not show it. */
  readonly beside: readonly ToldFailure[];
  /** True where it could not be judged whether the script breaks anything. */
  readonly isOpen: boolean;
}

function tell(terminal: Terminal, outcome: ScriptOutcome, { tried, beside, isOpen }: Told): void {
  const colors = colorsFor(terminal.stdout, terminal.env);
  const { failures, error } = outcome;
  if (failures.length === 0 && error === undefined && !isOpen) {
    const often = tried > 1 ? ` in ${counted(tried, "attempt")}` : "";
    print(terminal, colors.green(`${outcome.script.id}: nothing is broken${often}`));
  }
  if (beside.length > 0) {
    print(terminal, "broken all the same, as what is sent first to get to know the target shows:");
    print(terminal, printableLines(failuresText(beside, requirementById)));
  }
  if (error !== undefined) print(terminal, printableLines(error));
  if (failures.length > 0) print(terminal, printableLines(failuresText(failures, requirementById)));
  const ids = [...new Set([...failures, ...beside].map((failure) => failure.requirement))];
  if (ids.length > 0) remark(terminal, `broken: ${ids.map((id) => `${id} (${requirementById(id).level})`).join(", ")}`);
}

/** What this replay, and the run that saved the script, saw of what fails at times alone. */
function attemptsRemark({ failures }: ScriptOutcome, tried: number, attempts: Attempts): string {
  const here = failures.length > 0 ? `shown by attempt ${String(tried)}` : `not shown by ${counted(tried, "attempt")}`;
  return `${here}; the run that saved it tried it several times; what failed was ${attemptsText(attempts)}`;
}
