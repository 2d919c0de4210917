/** `sensitivity DIR`: puts defects into the recorded answers of a run, and says how many would have been noticed. */
import { resolve } from "node:path";
import { counted, leastForShare, sensitivityText } from "../../reports/index.ts";
import { sensitivityOf } from "../../suites/sensitivity/examine-run.ts";
import { readCollected } from "../../suites/engine/saved/saved-run.ts";
import { tryNamedFile, writeNamedFile } from "../../suites/engine/saved/output-folder.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { declareRegisterOptions, registerAdditions } from "../extension-options.ts";
import { flag, text, wholeNumber } from "../options.ts";
import { printable } from "../printable.ts";
import { print, remark } from "../terminal.ts";
import { requiredResults } from "../saved-results.ts";

export const sensitivityCommand: CommandModule = {
  examples: [
    "trace-conformance sensitivity conformance-report",
    "trace-conformance sensitivity conformance-report --sample 2000",
    "trace-conformance sensitivity nightly --floor 97 --json",
  ],
  declare(command) {
    command
      .argument("<folder>", "output folder of a run")
      .option(
        "--sample <number>",
        "judge about so many defects (50 or more), chosen by the names of the scripts; default: all",
      )
      .option(
        "--floor <percent>",
        "end with code 1 where fewer are noticed, with 3 where there are too few defects to tell a share",
      )
      .option("--output <file>", "write the figures as JSON")
      .option("--json", "print the figures as JSON");
    declareRegisterOptions(command);
  },
  async run({ terminal, interrupted }, options, [folder = "."]) {
    const floor = percentOf(text(options, "floor"));
    const sample = wholeNumber(options, "sample", { least: 1, most: 10_000_000 });
    if (sample !== undefined && sample < leastForShare)
      throw new UsageError(
        `--sample ${String(sample)}: so few defects tell no share; give ${String(leastForShare)} or more, or leave it out to try all`,
      );
    const output = text(options, "output");
    if (output !== undefined) tryNamedFile(resolve(terminal.cwd, output), output, "--output");
    const parts = await loadParts(registerAdditions(options, terminal));
    const path = resolve(terminal.cwd, folder);
    const sensitivity = await sensitivityOf(path, readCollected(path), requiredResults(path, folder), {
      parts,
      signal: interrupted,
      ...(sample === undefined ? {} : { sample }),
    });
    if (interrupted.aborted) {
      remark(terminal, `interrupted after ${counted(sensitivity?.mutants ?? 0, "defect")}: of a part no share is told`);
      return exitCodes.interrupted;
    }
    if (!sensitivity) {
      remark(
        terminal,
        `No defect could be put into the answers of ${printable(folder)}, so nothing tells what would have been noticed; ` +
          "give the --output folder of a run that judged something.",
      );
      return exitCodes.incomplete;
    }
    const json = JSON.stringify(sensitivity, undefined, 2);
    if (output !== undefined) writeNamedFile(resolve(terminal.cwd, output), `${json}\n`, output, "--output");
    print(terminal, flag(options, "json") ? json : sensitivityText(sensitivity));
    if (floor === undefined) return exitCodes.conformant;
    const { mutants, noticed } = sensitivity;
    if (mutants < leastForShare) {
      remark(
        terminal,
        `--floor ${String(floor)}: ${counted(mutants, "defect")} tell no share, ${String(leastForShare)} would` +
          (sample === undefined ? "; give a run that judged more of its answers" : "; leave out --sample to try all"),
      );
      return exitCodes.incomplete;
    }
    return (100 * noticed) / mutants < floor ? exitCodes.nonConformant : exitCodes.conformant;
  },
};

function percentOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const percent = Number(given);
  if (given.trim() !== "" && percent >= 0 && percent <= 100) return percent;
  throw new UsageError(`--floor takes a number from 0 to 100, not ${JSON.stringify(given)}`);
}
