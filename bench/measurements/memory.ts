import { timeCommand } from "../lib/command.ts";
import { atMost, tableOf, type Finding } from "../lib/finding.ts";
import { measuredRun } from "../lib/measured-run.ts";
import type { Measurement } from "../measurement.ts";

const MOST_MIB = 350;
/** Of the command's own process; that of the embedded service is apart. */
const MOST_COMMAND_MIB = 220;

export const memory: Measurement = {
  id: "memory",
  title: "The most memory that the suite's process holds, as the exchanges of one run grow.",
  async run({ progress, long = false }) {
    const marks = [3_000, 30_000, ...(long ? [300_000] : [])];
    progress(`up to ${String(marks.at(-1))} exchanges`);
    const run = await measuredRun({ depth: "standard", seed: 1, marks });
    const findings = run.marks.map(({ peakMiB }, index): Finding => ({
      what: `peak at ${marks[index]?.toLocaleString("en") ?? ""} exchanges`,
      value: peakMiB,
      unit: "MiB",
      goal: atMost(peakMiB, MOST_MIB, "MiB"),
    }));
    const command = await timeCommand(["run", "--seed", "1", "--quiet"]);
    const growth = (run.marks.at(-1)?.peakMiB ?? Number.NaN) / (run.marks[0]?.peakMiB ?? Number.NaN);
    return [
      tableOf("Memory", [
        ...findings,
        { what: "growth from the first to the last", value: growth, unit: "times" },
        {
          what: "peak of `npm start`, without the service",
          value: command.peakMiB,
          unit: "MiB",
          goal: atMost(command.peakMiB, MOST_COMMAND_MIB, "MiB"),
        },
      ]),
    ];
  },
};
