/** `describe FILE`: judges somebody's own OpenAPI document against the interface. */
import { resolve } from "node:path";
import {
  compareDescription,
  type DescriptionFinding,
  type DescriptionReport,
} from "../../spec/description/compare/index.ts";
import { faces, operationById, operations, type Face } from "../../spec/operations.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { choice, flag, once, text } from "../options.ts";
import { printable } from "../printable.ts";
import { colorsFor, print, type Colors } from "../terminal.ts";

export const describeCommand: CommandModule = {
  examples: [
    "trace-conformance describe openapi.yaml",
    "trace-conformance describe openapi.json --json",
    "trace-conformance describe openapi.yaml --face v2",
    "trace-conformance run --env preprod --description openapi.yaml",
  ],
  declare(command) {
    command
      .argument("<file>", "OpenAPI document, YAML or JSON")
      .option("--face <name>", `judge this face (endpoint set) alone: ${faces.join(", ")}`, once("--face"))
      .option("--no-remarks", "leave out what breaks no client")
      .option("--json", "print JSON");
  },
  run({ terminal }, options, [file = ""]) {
    const face = choice({ face: text(options, "face") }, "face", faces, "--face");
    const report = compareDescription(resolve(terminal.cwd, file), { shown: file, ...(face ? { face } : {}) });
    const mismatches = report.findings.filter(({ severity }) => severity === "mismatch");
    const shown = options["remarks"] === false ? mismatches : report.findings;
    if (flag(options, "json")) print(terminal, JSON.stringify({ ...report, findings: shown }, undefined, 2));
    else print(terminal, reportText(report, shown, face, colorsFor(terminal.stdout, terminal.env)));
    return Promise.resolve(mismatches.length > 0 ? exitCodes.nonConformant : exitCodes.conformant);
  },
};

function reportText(
  report: DescriptionReport,
  shown: readonly DescriptionFinding[],
  only: Face | undefined,
  colors: Colors,
): string {
  const wanted = operations.filter(({ face }) => only === undefined || face === only).length;
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
    `${printable(report.file)} (OpenAPI ${printable(openapi)}) describes ${described.length} of ${wanted} ${only === undefined ? "" : `${only} `}operations${more}.`,
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
