/** `compare OLD NEW`: what changed between two runs, or between two vendors. */
import { resolve } from "node:path";
import { changesSince, nothingChanged, type Changes, type StatusChange } from "../../reports/index.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { flag } from "../options.ts";
import { printable } from "../printable.ts";
import { requiredResults } from "../saved-results.ts";
import { colorsFor, print, type Colors } from "../terminal.ts";

export const compareCommand: CommandModule = {
  examples: [
    "trace-conformance compare yesterday conformance-report",
    "trace-conformance compare vendor-a vendor-b --json",
  ],
  declare(command) {
    command
      .argument("<old>", "output folder of the earlier run")
      .argument("<new>", "output folder of the later run")
      .option("--allow-drift", "a reading that changed is told, but is not red")
      .option("--json", "print JSON");
  },
  run({ terminal }, options, [old = ".", now = "."]) {
    const changes = changesSince(
      requiredResults(resolve(terminal.cwd, old), old),
      requiredResults(resolve(terminal.cwd, now), now),
    );
    if (flag(options, "json")) print(terminal, JSON.stringify(changes, undefined, 2));
    else print(terminal, changesText(changes, colorsFor(terminal.stdout, terminal.env)));
    const drifted = changes.readings.length > 0 && !flag(options, "allowDrift");
    if (changes.broken.length > 0 || drifted) return Promise.resolve(exitCodes.nonConformant);
    return Promise.resolve(changes.lost.length > 0 ? exitCodes.incomplete : exitCodes.conformant);
  },
};

function changesText(changes: Changes, colors: Colors): string {
  if (nothingChanged(changes)) return `nothing changed since ${changes.previousStartedAt}`;
  const { broken, mended, lost, other, readings, latencies, operations } = changes;
  const statuses = (word: string, list: readonly StatusChange[]): readonly string[] =>
    list.map((c) => `${word}  ${c.id}  ${c.before ?? "new"} → ${c.now ?? "gone"}  ${c.statement}`);
  return [
    `since ${changes.previousStartedAt}:`,
    ...statuses(colors.red("broken "), broken),
    ...statuses(colors.yellow("lost   "), lost),
    ...statuses(colors.green("mended "), mended),
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
