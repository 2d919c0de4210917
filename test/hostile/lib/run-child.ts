/**
 * A run in a process of its own, so that its memory can be told from that of the target:
 * `node run-child.ts '{"baseUrl":…,"outputDir":…,"limits":…}'`. Writes every report; the last line tells time and memory.
 */
import { embeddedEnvironment, type Limits } from "../../../driver/index.ts";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { formats } from "../../../reports/index.ts";
import { runSuite } from "../../../suites/engine/run-suite.ts";
import { writeReports } from "../../../suites/engine/saved/write-reports.ts";
import { peakMiB } from "./memory.ts";

export interface ChildOrder {
  readonly baseUrl: string;
  readonly outputDir: string;
  readonly limits: Partial<Limits>;
}

export interface ChildTold {
  readonly durationMs: number;
  readonly peakMiB: number;
}

const { baseUrl, outputDir, limits } = JSON.parse(process.argv[2] ?? "{}") as ChildOrder;
const environment = embeddedEnvironment(baseUrl, embeddedTarget, { limits });
const startedMs = performance.now();
const results = await runSuite(environment, { depth: "quick", outputDir });
const told: ChildTold = { durationMs: performance.now() - startedMs, peakMiB: peakMiB() };
writeReports(
  outputDir,
  results,
  formats.map(({ name }) => name),
);
process.stdout.write(`${JSON.stringify(told)}\n`);
