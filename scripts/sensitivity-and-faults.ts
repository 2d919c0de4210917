/**
 * How what sensitivity tells goes with what seeded faults tell: `node scripts/sensitivity-and-faults.ts SENSITIVITY
 * FAULTS...` prints, as Markdown, for the faults of the reference service how many defects the requirement that they name
 * noticed on an honest run, and after how many exchanges they were caught. SENSITIVITY is what `trace-conformance
 * sensitivity RUN --output SENSITIVITY` wrote, FAULTS are `faults.json` of `trace-conformance faults`. With `--each` every
 * fault has a line; with `--process=SENSITIVITY` faults of the example process are held against that run.
 */
import { readFileSync } from "node:fs";
import { quantile } from "../bench/lib/finding.ts";
import type { SensitivityResult } from "../reports/index.ts";
import type { Matrix } from "../suites/matrix/outcome.ts";
import { faultsBySensitivity, rankCorrelation, tiersOf, type Noticed } from "./sensitivity-and-faults/correlation.ts";

const [sensitivity, ...matrices] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (sensitivity === undefined || matrices.length === 0)
  throw new Error("wanted: node scripts/sensitivity-and-faults.ts SENSITIVITY FAULTS... [--each]");
const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const ofProcess = process.argv.find((argument) => argument.startsWith("--process="))?.slice("--process=".length);
const noticed = read(sensitivity) as SensitivityResult;
const elsewhere: Noticed["elsewhere"] =
  ofProcess === undefined ? {} : { "order-to-cash": read(ofProcess) as SensitivityResult };
const faults = faultsBySensitivity(
  { ...noticed, elsewhere },
  matrices.flatMap((file) => (read(file) as Matrix).targets),
);

const rows = tiersOf(faults).map(({ name, of }) => {
  const exchanges = of.flatMap(({ exchanges: until }) => until ?? []);
  const at = (share: number) => (exchanges.length === 0 ? "" : String(quantile(exchanges, share)));
  const caught = of.filter(({ verdict }) => verdict === "caught").length;
  return [name, of.length, caught, at(0.5), at(0.9)];
});
const lines = [
  "| defects that its requirement noticed | faults | caught | exchanges until caught, median | 90 % within |",
  "| --- | --- | --- | --- | --- |",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
  "",
  `Rank correlation of defects noticed and exchanges until caught: ${rankCorrelation(faults).toFixed(2)}, over ${String(faults.length)} faults.`,
];
const each = [
  "",
  "| fault | requirement | defects noticed | outcome | exchanges until caught |",
  "| --- | --- | --- | --- | --- |",
  ...faults.map(
    ({ id, requirement, noticed, verdict, exchanges }) =>
      `| ${id} | ${requirement} | ${String(noticed)} | ${verdict} | ${String(exchanges ?? "")} |`,
  ),
];
process.stdout.write(`${[...lines, ...(process.argv.includes("--each") ? each : [])].join("\n")}\n`);
