import { depths } from "../../suites/engine/plan/depth.ts";
import { timeCommand } from "../lib/command.ts";
import { atMost, median, tableOf, type Finding } from "../lib/finding.ts";
import { measuredRun, type MeasuredRun } from "../lib/measured-run.ts";
import type { Measurement, Table } from "../measurement.ts";

const MOST_SECONDS = 7;
const MOST_EXCHANGES = 3_000;
const MOST_JUDGING = 0.15;

export const wallTime: Measurement = {
  id: "wall-time",
  title: "How long quick, standard and deep take on the embedded reference, and where the time goes.",
  async run({ progress }) {
    const runs: [string, MeasuredRun][] = [];
    for (const depth of depths) {
      const run = await measuredRun({ depth, seed: 1 });
      progress(`${depth}: ${String(run.exchanges)} exchanges in ${seconds(run.trafficMs)} s of traffic`);
      runs.push([depth, run]);
    }
    const starts = [];
    for (let turn = 0; turn < 3; turn++) {
      starts.push(await timeCommand(["run", "--seed", "1", "--quiet"]));
      progress(`npm start: ${seconds(starts.at(-1)?.ms ?? 0)} s`);
    }
    const wholeS = median(starts.map(({ ms }) => ms)) / 1000;
    const standard = runs.find(([depth]) => depth === "standard")?.[1];
    const findings: Finding[] = [
      { what: "`npm start`, whole", value: wholeS, unit: "s", goal: atMost(wholeS, MOST_SECONDS, "s") },
      ...(standard === undefined ? [] : standardFindings(standard)),
    ];
    return [phases(runs), tableOf("The embedded standard run", findings)];
  },
};

/** What judging costs, as a part of the CPU of the suite's process. */
export const judgingShare = ({ judgingCpuMs, cpuMs }: MeasuredRun): number => judgingCpuMs / cpuMs;

function standardFindings(run: MeasuredRun): readonly Finding[] {
  const share = judgingShare(run);
  return [
    { what: "exchanges of a standard run", value: run.exchanges, goal: atMost(run.exchanges, MOST_EXCHANGES) },
    { what: "judging, of the CPU of the suite's process", value: share, goal: atMost(share, MOST_JUDGING) },
    { what: "judging, of the CPU of suite and service", value: run.judgingCpuMs / (run.cpuMs + run.serverCpuMs) },
    { what: "CPU of the service ÷ CPU of the suite", value: run.serverCpuMs / run.cpuMs },
  ];
}

function phases(runs: readonly (readonly [string, MeasuredRun])[]): Table {
  return {
    title: "Wall time in seconds; judging in seconds of CPU, within probes and traffic",
    columns: ["depth", "start", "probes", "traffic", "reports", "judging", "CPU suite", "CPU service", "exchanges"],
    rows: runs.map(([depth, run]) => [
      depth,
      seconds(run.startMs),
      seconds(run.probesMs),
      seconds(run.trafficMs),
      seconds(run.reportsMs),
      seconds(run.judgingCpuMs),
      seconds(run.cpuMs),
      seconds(run.serverCpuMs),
      run.exchanges,
    ]),
  };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
