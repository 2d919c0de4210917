/** `observe`: finds out what the interface leaves open on a target, and saves it. */
import { join, resolve } from "node:path";
import { cleanValues, openDriver } from "../../driver/index.ts";
import { observe, openPointsYaml } from "../../probes/index.ts";
import { withListedWorkflow } from "../../suites/engine/listed-workflow.ts";
import { tryOutputFolder, writeIntoFolder } from "../../suites/engine/saved/output-folder.ts";
import { newRunId } from "../../suites/engine/plan/run-plan.ts";
import { openTarget } from "../../suites/engine/plan/target.ts";
import type { CommandModule } from "../command.ts";
import { declareEnvironmentOptions, targetRequest } from "../environment-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { refuseIdle } from "../idle-options.ts";
import { flag, text } from "../options.ts";
import { printableLines } from "../printable.ts";
import { profileText } from "../profile-text.ts";
import { colorsFor, print, remark } from "../terminal.ts";

export const observeCommand: CommandModule = {
  examples: [
    "trace-conformance observe --env preprod",
    "trace-conformance observe --env preprod --pins > open-points.yaml      # to be put below an environment",
  ],
  declare(command) {
    declareEnvironmentOptions(command);
    command
      .optionsGroup("What comes out:")
      .option("--output <folder>", "where profile.json is saved", "conformance-report")
      .option("--pins", "print the readings, with their evidence, as openPoints: of an environment")
      .option("--json", "print the profile as JSON");
  },
  async run({ terminal, interrupted }, options) {
    if (flag(options, "json"))
      refuseIdle("observe --json", options, ["pins"], "prints something else; leave out one of them");
    const folder = text(options, "output") ?? "conformance-report";
    const output = resolve(terminal.cwd, folder);
    tryOutputFolder(output);
    const target = await openTarget(targetRequest(options, terminal));
    try {
      const runId = newRunId(new Date());
      const run = { runId, signal: interrupted };
      const driver = await openDriver(await withListedWorkflow(target.environment, run), run);
      const observed = await observe(driver, { signal: interrupted }).finally(() => driver.close());
      if (interrupted.aborted) return exitCodes.interrupted;
      // Evidence quotes the target.
      const profile = cleanValues(observed.profile, (said) => target.environment.secrets.redact(said));
      writeIntoFolder(output, "profile.json", `${JSON.stringify(profile, undefined, 2)}\n`);
      if (flag(options, "json")) print(terminal, JSON.stringify(profile, undefined, 2));
      else if (flag(options, "pins")) print(terminal, printableLines(openPointsYaml(profile)));
      else print(terminal, profileText(profile, colorsFor(terminal.stdout, terminal.env)));
      remark(terminal, `saved ${join(folder, "profile.json")}`);
      const drifted = Object.values(profile.readings).some((reading) => reading.drift !== undefined);
      return drifted ? exitCodes.nonConformant : exitCodes.conformant;
    } finally {
      await target.close();
    }
  },
};
