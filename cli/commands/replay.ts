/** `replay SCRIPT`: runs one script again and says what it shows. */
import { resolve } from "node:path";
import { cleanValues, historyFile } from "../../driver/index.ts";
import { requirementById } from "../../spec/requirements/index.ts";
import { restampFor } from "../../suites/engine/plan/restamp.ts";
import { withListedWorkflow } from "../../suites/engine/listed-workflow.ts";
import { closeOutputFolder, openOutputFolder, tryOutputFolder } from "../../suites/engine/saved/output-folder.ts";
import { planOf } from "../../suites/engine/plan/run-plan.ts";
import { readSavedScript } from "../../suites/engine/saved/saved-script.ts";
import { gapIn } from "../../suites/engine/results/gap.ts";
import type { ScriptOutcome } from "../../suites/engine/results/script-outcome.ts";
import { RunSession } from "../../suites/engine/session.ts";
import { openTarget } from "../../suites/engine/plan/target.ts";
import { failureText } from "../../suites/engine/results/failure-text.ts";
import { attemptsText, exitCodeOf } from "../../reports/index.ts";
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
    const { script, attempts } = readSavedScript(resolve(terminal.cwd, file), file);
    const output = text(options, "output");
    const outputDir = output === undefined ? undefined : resolve(terminal.cwd, output);
    if (outputDir !== undefined) tryOutputFolder(outputDir);
    const target = await openTarget(targetRequest(options, terminal));
    const plan = planOf({ seed: 0, outputDir });
    try {
      if (outputDir !== undefined) openOutputFolder(outputDir, plan.runId, [historyFile(outputDir, plan.runId)]);
      const environment = await withListedWorkflow(target.environment, { runId: plan.runId, signal: interrupted });
      const session = await RunSession.open({ environment, plan, signal: interrupted });
      // What is told of a failure quotes the target.
      const said = await session.run(restampFor(session, script));
      const outcome = cleanValues(said, (text) => target.environment.secrets.redact(text));
      const results = session.checkpoint(true);
      await session.close();
      if (interrupted.aborted) return exitCodes.interrupted;
      if (flag(options, "json")) print(terminal, JSON.stringify({ ...outcome, script: script.id }, undefined, 2));
      const code = exitCodeOf(results);
      const gap = notJudged(outcome, missingForScript(script, environment, target.request.flags !== undefined));
      if (gap !== undefined && (code === exitCodes.conformant || code === exitCodes.incomplete)) {
        remark(terminal, printableLines(gap));
        return exitCodes.incomplete;
      }
      if (!flag(options, "json")) tell(terminal, outcome);
      if (attempts)
        remark(terminal, `the run that saved it tried it several times; what failed was ${attemptsText(attempts)}`);
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

function tell(terminal: Terminal, outcome: ScriptOutcome): void {
  const colors = colorsFor(terminal.stdout, terminal.env);
  if (outcome.failures.length === 0 && outcome.error === undefined) {
    print(terminal, colors.green(`${outcome.script.id}: nothing is broken`));
    return;
  }
  print(terminal, printableLines(failureText([outcome], requirementById)));
  const ids = [...new Set(outcome.failures.map((failure) => failure.requirement))];
  remark(terminal, `broken: ${ids.map((id) => `${id} (${requirementById(id).level})`).join(", ")}`);
}
