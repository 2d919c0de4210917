/** `list`: what can be judged, and what the interface leaves open. */
import { operations } from "../../spec/operations.ts";
import { openPoints } from "../../spec/open-points.ts";
import type { Requirement } from "../../spec/requirements/index.ts";
import { formats } from "../../reports/index.ts";
import { didYouMean } from "../../suites/did-you-mean.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { refuseIdle } from "../idle-options.ts";
import { collect, flag, list } from "../options.ts";
import { colorsFor, print } from "../terminal.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import { declareRegisterOptions, registerAdditions, tellsOfDescription } from "../extension-options.ts";
import { select } from "../../suites/engine/plan/selection.ts";

export const subjects = ["requirements", "open-points", "operations", "formats"] as const;
type Subject = (typeof subjects)[number];

/** Each subject as rows: the first column is the id. */
function rowsOf(
  subject: Subject,
  only: readonly string[],
  requirements: readonly Requirement[],
): readonly (readonly string[])[] {
  switch (subject) {
    case "requirements": {
      const selected = select(only, requirements).requirements;
      return requirements
        .filter((requirement) => selected.has(requirement.id))
        .map(({ id, level, basis, statement }) => [id, level, basis, statement]);
    }
    case "open-points":
      return openPoints.map(({ id, question }) => [id, question]);
    case "operations":
      return operations.map(({ id, method, path, face }) => [id, face, method, path]);
    case "formats":
      return formats.map(({ name, fileName, summary }) => [name, fileName, summary]);
  }
}

function objectsOf(subject: Subject, only: readonly string[], requirements: readonly Requirement[]): unknown {
  if (subject === "requirements") {
    const selected = select(only, requirements).requirements;
    return requirements.filter((requirement) => selected.has(requirement.id));
  }
  if (subject === "open-points") return openPoints;
  if (subject === "operations") return operations;
  return formats.map(({ name, fileName, summary }) => ({ name, fileName, summary }));
}

export const listCommand: CommandModule = {
  examples: [
    "trace-conformance list",
    "trace-conformance list requirements --only STATE",
    "trace-conformance list open-points --json",
  ],
  declare(command) {
    command
      .argument("[subject]", `what to list: ${subjects.join(", ")}`, "requirements")
      .option("--only <area|id|face>", "only these requirements (repeatable)", collect)
      .option("--json", "print JSON");
    declareRegisterOptions(command, tellsOfDescription);
  },
  async run({ terminal }, options, [word = "requirements"]) {
    const subject = subjects.find((known) => known === word);
    if (!subject)
      throw new UsageError(`list "${word}": wanted one of ${subjects.join(", ")}.${didYouMean(word, subjects)}`);
    if (subject !== "requirements")
      refuseIdle(`list ${subject}`, options, ["only", "extend", "description", "config"], "only for list requirements");
    const only = list(options, "only");
    const { requirements } = await loadParts(registerAdditions(options, terminal));
    if (flag(options, "json")) print(terminal, JSON.stringify(objectsOf(subject, only, requirements), undefined, 2));
    else print(terminal, table(rowsOf(subject, only, requirements), colorsFor(terminal.stdout, terminal.env).bold));
    return exitCodes.conformant;
  },
};

/** Columns of equal width, the last one as long as it is. */
function table(rows: readonly (readonly string[])[], bold: (text: string) => string): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const padded = column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
          return column === 0 ? bold(padded) : padded;
        })
        .join("  "),
    )
    .join("\n");
}
