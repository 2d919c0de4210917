/** `replay SCRIPT`: runs one script again and says what it shows. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { cleanValues, whyUnreadable } from "../../driver/index.ts";
import { validateScript } from "../../generators/index.ts";
import { requirementById } from "../../spec/requirements/index.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { restamp } from "../../suites/engine/restamp.ts";
import { tryOutputFolder } from "../../suites/engine/output-folder.ts";
import { newRunId, type RunPlan } from "../../suites/engine/run-plan.ts";
import type { ScriptOutcome } from "../../suites/engine/script-outcome.ts";
import { Session } from "../../suites/engine/session.ts";
import { openTarget } from "../../suites/engine/target.ts";
import { UsageError } from "../../suites/engine/usage-error.ts";
import { failureText } from "../../suites/engine/vitest/failure-text.ts";
import { exitCodeOf } from "../../reports/index.ts";
import type { CommandModule } from "../command.ts";
import { declareEnvironmentOptions, targetRequest } from "../environment-options.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
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
    const script = await readScript(resolve(terminal.cwd, file), file);
    const output = text(options, "output");
    if (output !== undefined) tryOutputFolder(resolve(terminal.cwd, output));
    const now = new Date();
    const target = await openTarget(targetRequest(options, terminal));
    try {
      const plan: RunPlan = {
        target: target.request,
        runId: newRunId(now),
        startedAt: now.toISOString(),
        depth: "standard",
        seed: 0,
        only: [],
        bail: false,
        failOn: "must",
        ...(output === undefined ? {} : { outputDir: resolve(terminal.cwd, output) }),
      };
      const session = await Session.open({ environment: target.environment, plan, signal: interrupted });
      // What is told of a failure quotes the target.
      const said = await session.run(restamp(script, plan.runId));
      const outcome = cleanValues(said, (text) => target.environment.secrets.redact(text));
      const results = session.checkpoint(true);
      await session.close();
      if (interrupted.aborted) return exitCodes.interrupted;
      if (flag(options, "json")) print(terminal, JSON.stringify({ ...outcome, script: script.id }, undefined, 2));
      else tell(terminal, outcome);
      // What one script leaves unjudged is no finding.
      const code = exitCodeOf(results);
      return code === exitCodes.incomplete ? exitCodes.conformant : (code as ExitCode);
    } finally {
      await target.close();
    }
  },
};

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

async function readScript(path: string, shown: string): Promise<Script> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw new UsageError(`${shown} is no script: ${whyUnreadable(cause)}`, { cause });
  }
  const script = value as Script;
  if (typeof value !== "object" || value === null || !Array.isArray(script.steps))
    throw new UsageError(`${shown} is no script: wanted an object with id, title and steps`);
  const problems = validateScript(script);
  if (problems.length > 0) throw new UsageError(`${shown} is no script that can be run:\n  ${problems.join("\n  ")}`);
  return { ...script, id: script.id ?? shown, title: script.title ?? shown };
}
