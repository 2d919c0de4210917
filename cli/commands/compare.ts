/** `compare OLD NEW`: what changed between two runs, or between two vendors. */
import { resolve } from "node:path";
import { worstOf } from "../../reports/environments/index.ts";
import {
  changesSince,
  counted,
  exitCodeOf,
  nothingChanged,
  partialSentence,
  redFor,
  type Changes,
  type Results,
  type StatusChange,
} from "../../reports/index.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { endedRun } from "../notify/ended-run.ts";
import { declareNotifyOptions, receiversIn } from "../notify/options.ts";
import { notify } from "../notify/send.ts";
import { choice, flag, text } from "../options.ts";
import { printable } from "../printable.ts";
import { requiredResults } from "../saved-results.ts";
import { colorsFor, print, type Colors } from "../terminal.ts";

const extents = ["fail", "tell"] as const;
/** A target that cannot be reached leaves every requirement open. */
const mostStill = 20;

export const compareCommand: CommandModule = {
  examples: [
    "trace-conformance compare yesterday conformance-report",
    "trace-conformance compare yesterday conformance-report --still-red tell",
    "trace-conformance compare vendor-a vendor-b --json",
  ],
  declare(command) {
    command
      .argument("<old>", "output folder of the earlier run")
      .argument("<new>", "output folder of the later run")
      .option("--allow-drift", "a reading that changed is told, but is not red")
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
    const results = requiredResults(resolve(terminal.cwd, now), now);
    const earlier = requiredResults(resolve(terminal.cwd, old), old);
    const changes = changesSince(earlier, results);
    const failOn = allowDrift && results.failOn === "drift" ? "must" : results.failOn;
    if (flag(options, "json")) print(terminal, JSON.stringify(changes, undefined, 2));
    else
      print(
        terminal,
        changesText(
          withoutLeftOut(changes, earlier, results),
          partLines(earlier, results),
          redFor({ ...results, failOn: failOn ?? "must" }),
          colorsFor(terminal.stdout, terminal.env),
        ),
      );
    const codes = [codeOfNews(changes, allowDrift)];
    if (stillRed === "fail")
      codes.push(codeOfOld(changes), exitCodeOf(results, failOn === undefined ? {} : { failOn }));
    const exitCode = worstOf(codes) as ExitCode;
    await notify(
      receivers,
      [endedRun({ environment: results.environment.name, exitCode, results, earlier })],
      terminal,
    );
    return exitCode;
  },
};

/** The code of what is new. */
function codeOfNews({ broken, lost, readings }: Changes, allowDrift: boolean): ExitCode {
  if (broken.length > 0 || (readings.length > 0 && !allowDrift)) return exitCodes.nonConformant;
  return lost.length > 0 ? exitCodes.incomplete : exitCodes.conformant;
}

/** The code of what is no news: an alarm that falls silent in the second night would be taken for a repair. */
function codeOfOld({ still }: Changes): ExitCode {
  if (still.some(({ now }) => now === "failed" || now === "error")) return exitCodes.nonConformant;
  return still.some(({ now }) => now === "inconclusive") ? exitCodes.incomplete : exitCodes.conformant;
}

function stillLines(still: readonly StatusChange[], colors: Colors): readonly string[] {
  const lines = still.slice(0, mostStill).map(({ id, now = "", statement }) => {
    const colour = now === "failed" || now === "error" ? colors.red : colors.yellow;
    return `${colour("still  ")}  ${id}  ${now}  ${statement}`;
  });
  const more = still.length - lines.length;
  return more > 0 ? [...lines, `         and ${more} more that are as they were`] : lines;
}

/** Which of the runs is a part of one: what it left out is no change of the target. */
function partLines(earlier: Results, now: Results): readonly string[] {
  const lines = [
    ["earlier", partialSentence(earlier)],
    ["later", partialSentence(now)],
  ] as const;
  return lines.flatMap(([which, said]) => (said === undefined ? [] : [`The ${which} of the runs: ${said}`]));
}

function withoutLeftOut(changes: Changes, earlier: Results, now: Results): Changes {
  const isLeftOut = ({ before, now: after }: StatusChange): boolean =>
    (before === "skipped" && (earlier.partial?.only?.length ?? 0) > 0) ||
    (after === "skipped" && (now.partial?.only?.length ?? 0) > 0);
  return { ...changes, other: changes.other.filter((change) => !isLeftOut(change)) };
}

/**
 * @param parts what is to be known before anything else
 * @param red for what the later run is red beside its requirements
 */
function changesText(changes: Changes, parts: readonly string[], red: string | undefined, colors: Colors): string {
  const { broken, learned, mended, lost, still, other, readings, latencies, operations } = changes;
  const unchanged = nothingChanged(changes);
  const isQuiet = still.length === 0 && red === undefined;
  if (unchanged && isQuiet) return [...parts, `nothing changed since ${changes.previousStartedAt}`].join("\n");
  const statuses = (word: string, list: readonly StatusChange[]): readonly string[] =>
    list.map((c) => `${word}  ${c.id}  ${c.before ?? "new"} → ${c.now ?? "gone"}  ${c.statement}`);
  return [
    ...parts,
    unchanged
      ? `nothing changed since ${changes.previousStartedAt}, and all is not well:`
      : `since ${changes.previousStartedAt}:`,
    ...statuses(colors.red("broken "), broken),
    ...statuses(colors.yellow("learned"), learned),
    ...(learned.length > 0
      ? [
          `         ${counted(learned.length, "requirement")} of a newer version of the suite: the suite has learnt, the target did not break there`,
        ]
      : []),
    ...statuses(colors.yellow("lost   "), lost),
    ...statuses(colors.green("mended "), mended),
    ...stillLines(still, colors),
    ...(changes.turnedGreen === undefined
      ? []
      : [`${colors.green("green  ")}  no longer red for ${changes.turnedGreen}`]),
    ...(red === undefined ? [] : [`${colors.red("red    ")}  for ${red}`]),
    ...statuses(colors.dim("changed"), other),
    ...readings.map(
      ({ id, before, now }) =>
        `${colors.yellow("drift  ")}  ${id}  ${printable(JSON.stringify(before) ?? "no reading")} → ${printable(JSON.stringify(now) ?? "no reading")}`,
    ),
    ...latencies.map(
      ({ operationId, p95BeforeMs, p95NowMs }) =>
        `${colors.yellow(p95NowMs > p95BeforeMs ? "slower " : "faster ")}  ${operationId}  p95 ${p95BeforeMs} ms → ${p95NowMs} ms`,
    ),
    ...operations.map(({ operationId, exchangesBefore, exchangesNow, newTroubles }) => {
      const troubles = newTroubles.length > 0 ? `, for the first time ${newTroubles.join(", ")}` : "";
      return `${colors.yellow("traffic")}  ${operationId}  ${exchangesBefore} → ${exchangesNow} exchanges${printable(troubles)}`;
    }),
  ].join("\n");
}
