/** `faults`: the self-test matrix. The suite is run on services that are wrong, and on services that are right. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { counted } from "../../reports/text/numbers.ts";
import { depths } from "../../suites/engine/plan/depth.ts";
import { parseShard } from "../../suites/engine/plan/shard.ts";
import { tryOutputFolder } from "../../suites/engine/saved/output-folder.ts";
import { complaint, outcomeLine, summaryLine } from "../../suites/matrix/markdown.ts";
import { goodVerdicts, type TargetOutcome } from "../../suites/matrix/outcome.ts";
import { runMatrix, writeMatrix } from "../../suites/matrix/run-matrix.ts";
import { isGreen } from "../../suites/matrix/summary.ts";
import { chooseTargets, type TargetKind } from "../../suites/matrix/target.ts";
import type { CommandModule, CommandOptions } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { refuseBoth } from "../idle-options.ts";
import { choice, collect, flag, list, text, wholeNumber } from "../options.ts";
import { printableLines } from "../printable.ts";
import { colorsFor, print, remark } from "../terminal.ts";

export const faultsCommand: CommandModule = {
  examples: [
    "trace-conformance faults",
    "trace-conformance faults --area pages --no-variants",
    "trace-conformance faults --only data/html-is-escaped,STATE-04",
    "trace-conformance faults --variants --depth standard --shard 1/2",
  ],
  declare(command) {
    command
      .optionsGroup("What is examined:")
      .option(
        "--only <id>",
        "this fault or variant, or the faults of this requirement (repeatable, or with commas)",
        collect,
      )
      .option("--area <name>", "the faults or variants of this folder (repeatable, or with commas)", collect)
      .option("--variants", "only the conformant variants")
      .option("--no-variants", "only the faults")
      .option("--shard <i/n>", "the i-th of n parts of them")
      .optionsGroup("How:")
      .option("--depth <depth>", depths.join(", "), "quick")
      .option("--seed <number>", "of the generated scripts", "1")
      .option("--whole", "examine faults to the end: every script that catches each, and the place of its cause")
      .option("--parallel <number>", "worker processes; default: one more than cores")
      .optionsGroup("What comes out:")
      .option("--output <folder>", "where faults.json and faults.md are written", "fault-report")
      .option("--quiet", "only what is wrong, and the summary");
    refuseBoth(command, "variants");
  },
  async run({ terminal, interrupted }, options) {
    const shard = text(options, "shard");
    const targets = chooseTargets({
      only: list(options, "only"),
      areas: list(options, "area"),
      kinds: kindsOf(options),
      shard: shard === undefined ? undefined : parseShard(shard),
    });
    const workers = wholeNumber(options, "parallel", { least: 1, most: 64 }) ?? defaultWorkers();
    const depth = choice(options, "depth", depths) ?? "quick";
    const seed = wholeNumber(options, "seed", { least: 0, most: 2 ** 31 - 1 }) ?? 1;
    const output = resolve(terminal.cwd, text(options, "output") ?? "fault-report");
    tryOutputFolder(output);
    const colors = colorsFor(terminal.stdout, terminal.env);
    const quiet = flag(options, "quiet");
    const show = (outcome: TargetOutcome): void => {
      const good = goodVerdicts.includes(outcome.verdict);
      if (!quiet || !good) print(terminal, (good ? colors.green : colors.red)(printableLines(outcomeLine(outcome))));
    };
    if (targets.length === 0)
      print(terminal, `--shard ${shard ?? ""}: there are fewer targets than parts, and this part has none.`);
    else if (!quiet)
      remark(
        terminal,
        `${counted(targets.length, "target")} on ${counted(Math.min(workers, targets.length), "worker")}, seed ${String(seed)}`,
      );
    const matrix = await runMatrix(targets, {
      workers,
      depth,
      seed,
      whole: flag(options, "whole"),
      signal: interrupted,
      onOutcome: show,
    });
    writeMatrix(output, matrix);
    const wrong = matrix.targets.filter(({ verdict }) => !goodVerdicts.includes(verdict));
    if (wrong.length > 0)
      print(terminal, `\n${printableLines(wrong.map((outcome) => `- ${complaint(outcome)}`).join("\n"))}`);
    print(terminal, `\n${summaryLine(matrix)} ${matrix.seconds.toFixed(1)} s`);
    remark(terminal, `faults.json and faults.md are in ${output}`);
    if (interrupted.aborted) return exitCodes.interrupted;
    if (wrong.some(({ verdict }) => verdict === "error")) return exitCodes.internal;
    return isGreen(matrix) ? exitCodes.conformant : exitCodes.nonConformant;
  },
};

/** Each waits for a quarter of its time: for a lag to pass, or for what never answers. */
const defaultWorkers = (): number => availableParallelism() + 1;

function kindsOf(options: CommandOptions): readonly TargetKind[] {
  switch (options["variants"]) {
    case true:
      return ["variant"];
    case false:
      return ["fault"];
    default:
      return ["fault", "variant"];
  }
}
