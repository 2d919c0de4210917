/** `report`: renders the results of a run in another format. */
import { join, resolve } from "node:path";
import { writeOwnFiles } from "../../suites/engine/saved/output-folder.ts";
import { readResultsInput } from "../../suites/engine/saved/saved-run.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { namedFormats } from "../formats-option.ts";
import { collect, flag, list, text } from "../options.ts";
import { requiredResults } from "../saved-results.ts";
import { screenOptions } from "../screen-options.ts";
import { print, remark } from "../terminal.ts";

export const reportCommand: CommandModule = {
  examples: [
    "trace-conformance report conformance-report",
    "trace-conformance report conformance-report --format markdown --stdout",
    "trace-conformance report conformance-report --format sarif --format ctrf",
    "trace-conformance run --env preprod --json | trace-conformance report - --format markdown",
  ],
  declare(command) {
    command
      .argument("<folder>", "output folder of a run; - for results.json from the standard input, which prints")
      .option("--format <name>", "format, as in list formats (repeatable)", collect)
      .option("--previous <folder>", "results of an earlier run, to say what changed since")
      .option("--stdout", "print it instead of writing a file");
  },
  run({ terminal }, options, [folder = "."]) {
    const names = list(options, "format");
    const formats = namedFormats(names.length > 0 ? names : ["terminal"]);
    const isPiped = folder === "-";
    if (isPiped && terminal.stdin?.isTTY)
      throw new UsageError("report -: wanted results.json from a pipe; got the keyboard");
    const results = isPiped ? readResultsInput() : requiredResults(resolve(terminal.cwd, folder), folder);
    const earlier = text(options, "previous");
    const previous = earlier === undefined ? undefined : requiredResults(resolve(terminal.cwd, earlier), earlier);
    const screen = screenOptions(terminal);
    for (const format of formats) {
      const onScreen = isPiped || flag(options, "stdout") || format.name === "terminal";
      const rendered = format.render(results, {
        ...(isPiped ? {} : { directory: folder }),
        ...screen,
        colour: onScreen && screen.colour,
        ...(previous ? { previous } : {}),
      });
      if (onScreen) print(terminal, rendered);
      else {
        writeOwnFiles(resolve(terminal.cwd, folder), [[format.fileName, () => rendered]]);
        remark(terminal, `wrote ${join(folder, format.fileName)}`);
      }
    }
    return Promise.resolve(exitCodes.conformant);
  },
};
