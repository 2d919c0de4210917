/** `recheck DIR`: judges saved histories again, offline, after a check was corrected. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { changesSince, exitCodeOf, formatByName } from "../../reports/index.ts";
import { openOutputFolder, type CollectedRun } from "../../suites/engine/output-folder.ts";
import { recheckRun } from "../../suites/engine/recheck-run.ts";
import { usualFormats, writeReports } from "../../suites/engine/write-reports.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import { UsageError } from "../../suites/engine/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { declareRegisterOptions, registerAdditions } from "../extension-options.ts";
import { flag, text } from "../options.ts";
import { print, remark, wantsColor } from "../terminal.ts";
import { requiredResults } from "./report.ts";

export const recheckCommand: CommandModule = {
  examples: ["trace-conformance recheck conformance-report", "trace-conformance recheck nightly --output rechecked"],
  declare(command) {
    command
      .argument("<folder>", "output folder of a run")
      .option("--output <folder>", "where the new results are written; default: rechecked, in the folder")
      .option("--json", "print the results as JSON");
    declareRegisterOptions(command);
  },
  async run({ terminal }, options, [folder = "."]) {
    const input = resolve(terminal.cwd, folder);
    const before = requiredResults(input, folder);
    const parts = await loadParts(registerAdditions(options, terminal));
    const { results, write } = await recheckRun(input, collectedIn(input), before, parts);
    const directory = text(options, "output") ?? join(folder, "rechecked");
    const output = resolve(terminal.cwd, directory);
    if (output === input) throw new UsageError("--output must be another folder than the one that is judged again");
    openOutputFolder(output);
    write(output);
    const files = writeReports(output, results, usualFormats, { previous: before });
    if (flag(options, "json")) print(terminal, JSON.stringify(results, undefined, 2));
    else {
      const colour = wantsColor(terminal.stdout, terminal.env);
      print(terminal, formatByName("terminal").render(results, { directory, files, colour, previous: before }));
    }
    const { broken, mended } = changesSince(before, results);
    remark(terminal, `against the run itself: ${broken.length} more broken, ${mended.length} mended`);
    return exitCodeOf(results);
  },
};

function collectedIn(folder: string): CollectedRun {
  try {
    return JSON.parse(readFileSync(join(folder, "collected.json"), "utf8")) as CollectedRun;
  } catch (cause) {
    throw new UsageError(`${folder} holds no collected.json, which recheck needs; give the --output folder of a run`, {
      cause,
    });
  }
}
