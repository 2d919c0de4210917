/** `sensitivity DIR`: puts defects into the recorded answers of a run, and says how many would have been noticed. */
import { resolve } from "node:path";
import { sensitivityText } from "../../reports/index.ts";
import { examineRun } from "../../suites/sensitivity/examine-run.ts";
import { readCollected } from "../../suites/engine/saved/saved-run.ts";
import { tryNamedFile, writeNamedFile } from "../../suites/engine/saved/output-folder.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { declareRegisterOptions, registerAdditions } from "../extension-options.ts";
import { flag, text, wholeNumber } from "../options.ts";
import { print } from "../terminal.ts";
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
      .option("--sample <number>", "judge about so many defects, chosen by the names of the scripts; default: all")
      .option("--floor <percent>", "end with code 1 where fewer are noticed")
      .option("--output <file>", "write the figures as JSON")
      .option("--json", "print the figures as JSON");
    declareRegisterOptions(command);
  },
  async run({ terminal, interrupted }, options, [folder = "."]) {
    const floor = percentOf(text(options, "floor"));
    const sample = wholeNumber(options, "sample", { least: 1, most: 10_000_000 });
    const output = text(options, "output");
    if (output !== undefined) tryNamedFile(resolve(terminal.cwd, output), output, "--output");
    const parts = await loadParts(registerAdditions(options, terminal));
    const path = resolve(terminal.cwd, folder);
    const sensitivity = await examineRun(path, readCollected(path), requiredResults(path, folder), {
      parts,
      signal: interrupted,
      ...(sample === undefined ? {} : { sample }),
    });
    if (interrupted.aborted) return exitCodes.interrupted;
    const json = JSON.stringify(sensitivity, undefined, 2);
    if (output !== undefined) writeNamedFile(resolve(terminal.cwd, output), `${json}\n`, output, "--output");
    print(terminal, flag(options, "json") ? json : sensitivityText(sensitivity));
    const percent = (100 * sensitivity.noticed) / Math.max(1, sensitivity.mutants);
    return floor !== undefined && percent < floor ? exitCodes.nonConformant : exitCodes.conformant;
  },
};

function percentOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const percent = Number(given);
  if (given.trim() !== "" && percent >= 0 && percent <= 100) return percent;
  throw new UsageError(`--floor takes a number from 0 to 100, not ${JSON.stringify(given)}`);
}
