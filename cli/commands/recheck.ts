/** `recheck DIR`: judges saved histories again, offline, after a check was corrected; or a recording of real traffic. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { changesSince, exitCodeOf, formatByName, statusSentence } from "../../reports/index.ts";
import { withOutputFolder } from "../../suites/engine/saved/output-folder.ts";
import { recheckRun } from "../../suites/engine/judging/recheck-run.ts";
import { readCollected } from "../../suites/engine/saved/saved-run.ts";
import { usualFormats, writeReports } from "../../suites/engine/saved/write-reports.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { declareRegisterOptions, registerAdditions } from "../extension-options.ts";
import { refuseIdle } from "../idle-options.ts";
import { flag, suiteLevelOf, text } from "../options.ts";
import { programAsTyped } from "../program-as-typed.ts";
import { screenOptions } from "../screen-options.ts";
import { print, remark } from "../terminal.ts";
import { recheckRecording } from "../recheck-recording.ts";
import { requiredResults } from "../saved-results.ts";

export const recheckCommand: CommandModule = {
  examples: [
    "trace-conformance recheck conformance-report",
    "trace-conformance recheck nightly --output rechecked",
    "trace-conformance recheck session.har --profile conformance-report/profile.json",
  ],
  declare(command) {
    command
      .argument("<folder>", "output folder of a run, or a HAR file that a browser or a proxy recorded")
      .option("--output <folder>", "where the new results are written; default: rechecked, in the folder")
      .option("--suite-level <version>", "judge as this version of the suite did: what is newer is left out")
      .option("--json", "print the results as JSON");
    declareRegisterOptions(command);
    command
      .optionsGroup("For a HAR file:")
      .option(
        "--base-url <url>",
        "address of the service; default: where most requests are operations of the interface",
      )
      .option("--profile <file>", "profile.json of an observe, for what the interface leaves open")
      .option("--alone", "nobody else wrote to the traces meanwhile, so reads are held against writes");
  },
  async run({ terminal }, options, [folder = "."]) {
    const input = resolve(terminal.cwd, folder);
    const parts = await loadParts(registerAdditions(options, terminal));
    if (isFile(input)) return recheckRecording(terminal, options, folder, parts);
    refuseIdle("recheck", options, ["baseUrl", "profile", "alone"], `only for a HAR file; ${folder} is a folder`);
    const before = requiredResults(input, folder);
    const directory = text(options, "output") ?? join(folder, "rechecked");
    const level = suiteLevelOf(options);
    const { results, write } = await recheckRun(input, readCollected(input), before, parts, level, directory);
    const output = resolve(terminal.cwd, directory);
    if (output === input) throw new UsageError("--output must be another folder than the one that is judged again");
    const files = withOutputFolder(output, results.runId, () => {
      write(output);
      return writeReports(output, results, usualFormats, {
        ...{ directory, program: programAsTyped(terminal) },
        previous: before,
      });
    });
    if (flag(options, "json")) print(terminal, JSON.stringify(results, undefined, 2));
    else {
      const rendering = { directory, files, ...screenOptions(terminal), previous: before };
      print(terminal, formatByName("terminal").render(results, rendering));
    }
    const changes = changesSince(before, results);
    // Whoever edited the file left out nothing: every status that is another one than there is told.
    const said = statusSentence({ ...changes, lost: [...changes.lost, ...changes.leftOut] }, changes.other);
    remark(terminal, `against the run itself: ${said ?? "every requirement is judged as it was"}`);
    return exitCodeOf(results);
  },
};

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? path.endsWith(".har");
}
