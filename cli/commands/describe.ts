/** `describe FILE`: judges somebody's own OpenAPI document against the interface. */
import { resolve } from "node:path";
import {
  compareDescription,
  type DescriptionFinding,
  type DescriptionReport,
} from "../../spec/description/compare/index.ts";
import { operationById, operations } from "../../spec/operations.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { flag } from "../options.ts";
import { printable } from "../printable.ts";
import { colorsFor, print, type Colors } from "../terminal.ts";

export const describeCommand: CommandModule = {
  examples: [
    "trace-conformance describe openapi.yaml",
    "trace-conformance describe openapi.json --json",
    "trace-conformance run --env preprod --description openapi.yaml",
  ],
  declare(command) {
    command
      .argument("<file>", "OpenAPI document, YAML or JSON")
      .option("--no-remarks", "leave out what breaks no client")
      .option("--json", "print JSON");
  },
  run({ terminal }, options, [file = ""]) {
    const report = compareDescription(resolve(terminal.cwd, file), file);
    const mismatches = report.findings.filter(({ severity }) => severity === "mismatch");
    const shown = options["remarks"] === false ? mismatches : report.findings;
    if (flag(options, "json")) print(terminal, JSON.stringify({ ...report, findings: shown }, undefined, 2));
    else print(terminal, reportText(report, shown, colorsFor(terminal.stdout, terminal.env)));
    return Promise.resolve(mismatches.length > 0 ? exitCodes.nonConformant : exitCodes.conformant);
  },
};

function reportText(report: DescriptionReport, shown: readonly DescriptionFinding[], colors: Colors): string {
  const count = (severity: DescriptionFinding["severity"]): number =>
    report.findings.filter((finding) => finding.severity === severity).length;
  const { described, additional, openapi } = report;
  const more = additional === 0 ? "" : `, and ${additional} more, which is fine`;
  const mismatches = count("mismatch");
  const verdict =
    mismatches === 0
      ? colors.green("It agrees with the interface.")
      : colors.red(
          `It does not agree with the interface: ${mismatches} ${mismatches === 1 ? "mismatch" : "mismatches"}.`,
        );
  return [
    ...shown.map((finding) => findingText(finding, colors)),
    `${printable(report.file)} (OpenAPI ${printable(openapi)}) describes ${described.length} of ${operations.length} operations${more}.`,
    `${verdict}${count("remark") > 0 ? ` Remarks: ${count("remark")}.` : ""}`,
  ].join("\n");
}

function findingText(finding: DescriptionFinding, colors: Colors): string {
  const { severity, operation, requirement, file, line, pointer, message, wanted, got } = finding;
  const where = `${printable(file)}:${line}`;
  const mark = severity === "mismatch" ? colors.red("mismatch") : colors.yellow("remark");
  const what = operation ? `${operationById(operation).method} ${operationById(operation).path}: ` : "";
  return [
    `${colors.bold(where)}  ${mark}  ${what}${printable(message)}`,
    `  at:     #${printable(pointer)}`,
    `  wanted: ${printable(wanted)}`,
    `  got:    ${printable(got)}`,
    ...(requirement ? [`  why:    ${requirement}, see "trace-conformance explain ${requirement}"`] : []),
    "",
  ].join("\n");
}
