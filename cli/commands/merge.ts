/** `merge DIR…`: puts the shards of a run together. */
import { resolve } from "node:path";
import { exitCodeOf, formatByName } from "../../reports/index.ts";
import { mergeRuns } from "../../suites/engine/judging/merge-runs.ts";
import { withOutputFolder, writeResults } from "../../suites/engine/saved/output-folder.ts";
import { usualFormats, writeReports } from "../../suites/engine/saved/write-reports.ts";
import { isSameFolder } from "../../suites/engine/saved/inside-folder.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { flag, text } from "../options.ts";
import { programAsTyped } from "../program-as-typed.ts";
import { screenOptions } from "../screen-options.ts";
import { print } from "../terminal.ts";

export const mergeCommand: CommandModule = {
  examples: ["trace-conformance merge shard-1 shard-2 shard-3 shard-4 --output conformance-report"],
  declare(command) {
    command
      .argument("<folders...>", "output folders of the shards")
      .option("--output <folder>", "where the merged results are written", "conformance-report")
      .option("--json", "print the results as JSON");
  },
  run({ terminal }, options, folders) {
    const directory = text(options, "output") ?? "conformance-report";
    const output = resolve(terminal.cwd, directory);
    const shards = folders.map((folder) => resolve(terminal.cwd, folder));
    // What a folder held before is taken out of it: of a shard, that would be its histories.
    if (shards.some((shard) => isSameFolder(shard, output)))
      throw new UsageError(`--output ${directory} is one of the shards, which would lose its histories; name another`);
    const { results, collected, reproductions } = mergeRuns(shards);
    const files = withOutputFolder(output, results.runId, () => {
      writeResults(output, results, collected, reproductions);
      return writeReports(output, results, usualFormats, { directory, program: programAsTyped(terminal) });
    });
    if (flag(options, "json")) print(terminal, JSON.stringify(results, undefined, 2));
    else {
      print(terminal, formatByName("terminal").render(results, { directory, files, ...screenOptions(terminal) }));
    }
    return Promise.resolve(exitCodeOf(results));
  },
};
