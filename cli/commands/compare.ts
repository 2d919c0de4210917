/** `compare OLD NEW`: what changed between two runs, or between two vendors. */
import { resolve } from "node:path";
import { worstOf } from "../../reports/environments/index.ts";
import { exitCodeOf, redFor, type Changes } from "../../reports/index.ts";
import type { CommandModule } from "../command.ts";
import { comparisonOf, countOfLost, type Comparison } from "../compare/lost.ts";
import { compareText } from "../compare/text.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { endedRun } from "../notify/ended-run.ts";
import { declareNotifyOptions, receiversIn } from "../notify/options.ts";
import { notify } from "../notify/send.ts";
import { choice, flag, text } from "../options.ts";
import { requiredResultsOf } from "../saved-results.ts";
import { colorsFor, print } from "../terminal.ts";

const extents = ["fail", "tell"] as const;

export const compareCommand: CommandModule = {
  examples: [
    "trace-conformance compare yesterday conformance-report",
    "trace-conformance compare yesterday conformance-report --still-red tell",
    "trace-conformance compare whole-run run-with-only --allow-lost",
    "trace-conformance compare vendor-a vendor-b --json",
  ],
  declare(command) {
    command
      .argument("<old>", "output folder of the earlier run, or its results.json")
      .argument("<new>", "output folder of the later run, or its results.json")
      .option("--allow-drift", "a reading that changed is told, but is not red")
      .option(
        "--allow-lost",
        "what was judged and is not judged any more, as under --only or another access, is told, but does not end with 3",
      )
      .option(
        "--still-red <extent>",
        "fail: what was red and still is makes this red, too; tell: it is only told",
        "fail",
      )
      .option("--json", "print JSON");
    declareNotifyOptions(command);
  },
  async run({ terminal }, options, [old = ".", now = "."]) {
    const stillRed = choice({ stillRed: text(options, "stillRed") }, "stillRed", extents, "--still-red") ?? "fail";
    const receivers = receiversIn(options, terminal);
    const allowDrift = flag(options, "allowDrift");
    const results = requiredResultsOf(resolve(terminal.cwd, now), now);
    const earlier = requiredResultsOf(resolve(terminal.cwd, old), old);
    const failOn = allowDrift && results.failOn === "drift" ? "must" : results.failOn;
    const comparison = comparisonOf(earlier, results);
    const { changes } = comparison;
    const countedAsLost = flag(options, "allowLost") ? 0 : countOfLost(comparison, allowDrift);
    const red = redFor({ ...results, failOn: failOn ?? "must" });
    if (flag(options, "json")) print(terminal, JSON.stringify(changes, undefined, 2));
    else print(terminal, compareText({ ...comparison, red, countedAsLost }, colorsFor(terminal.stdout, terminal.env)));
    const codes = [codeOfNews(comparison, countedAsLost, allowDrift)];
    if (stillRed === "fail")
      codes.push(codeOfOld(changes), exitCodeOf(results, failOn === undefined ? {} : { failOn }));
    const exitCode = worstOf(codes) as ExitCode;
    const ended = endedRun({ environment: results.environment.name, exitCode, results, earlier });
    await notify(receivers, [{ ...ended, changes }], terminal);
    return exitCode;
  },
};

/** The code of what is new. */
function codeOfNews({ changes, drifted }: Comparison, countedAsLost: number, allowDrift: boolean): ExitCode {
  if (changes.broken.length > 0 || (drifted.length > 0 && !allowDrift)) return exitCodes.nonConformant;
  return countedAsLost > 0 ? exitCodes.incomplete : exitCodes.conformant;
}

/** The code of what is no news: an alarm that falls silent in the second night would be taken for a repair. */
function codeOfOld({ still }: Changes): ExitCode {
  if (still.some(({ now }) => now === "failed" || now === "error")) return exitCodes.nonConformant;
  return still.some(({ now }) => now === "inconclusive") ? exitCodes.incomplete : exitCodes.conformant;
}
