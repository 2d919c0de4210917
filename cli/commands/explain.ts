/** `explain ID`: everything about one requirement or open point. */
import { findOpenPoint, openPointIds, type OpenPoint } from "../../spec/open-points.ts";
import { operationById } from "../../spec/operations.ts";
import type { Requirement } from "../../spec/requirements/index.ts";
import { remediesFor } from "../../spec/requirements/missing.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import type { Parts } from "../../suites/extensions/parts.ts";
import { didYouMean } from "../../suites/did-you-mean.ts";
import { UsageError } from "../../suites/usage-error.ts";
import { aloneCommand } from "../alone-command.ts";
import type { CommandModule } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { declareRegisterOptions, registerAdditions } from "../extension-options.ts";
import { refuseIdle } from "../idle-options.ts";
import { flag, once } from "../options.ts";
import { colorsFor, print, type Colors } from "../terminal.ts";
import { judgedBy, brokenBy } from "../requirement-facts.ts";
import { programAsTyped } from "../program-as-typed.ts";

const bases = {
  stated: "the interface says so",
  implied: "nothing else makes sense of the service",
  robustness: "good manners of a service; breaking it warns, and does not fail",
} as const;

export const explainCommand: CommandModule = {
  examples: ["trace-conformance explain STATE-02", "trace-conformance explain digest-list-query"],
  declare(command) {
    command
      .argument("<id>", "id of a requirement, such as STATE-02, or of an open point")
      .option("--env <name>", "environment that the printed command is to run on", once("--env"))
      .option("--json", "print JSON");
    declareRegisterOptions(command);
  },
  async run({ terminal }, options, [id = ""]) {
    const parts = await loadParts(registerAdditions(options, terminal));
    const requirement = parts.requirements.find((known) => known.id === id.toUpperCase());
    const openPoint = findOpenPoint(id.toLowerCase());
    if (!requirement && !openPoint) {
      const known = [...parts.requirements.map((known) => known.id), ...openPointIds];
      throw new UsageError(
        `no requirement and no open point "${id}".${didYouMean(id, known)} See "trace-conformance list".`,
      );
    }
    if (!requirement) refuseIdle(`explain ${id}`, options, ["env"], "only for a requirement; this is an open point");
    if (flag(options, "json"))
      refuseIdle("explain --json", options, ["env"], "only for the command that is printed without --json");
    const colors = colorsFor(terminal.stdout, terminal.env);
    if (flag(options, "json")) print(terminal, JSON.stringify(requirement ?? openPoint, undefined, 2));
    else if (requirement)
      print(
        terminal,
        explainRequirement(requirement, parts, {
          colors,
          program: programAsTyped(terminal),
          alone: aloneCommand(requirement.id, options, terminal),
        }),
      );
    else if (openPoint) print(terminal, explainOpenPoint(openPoint, colors));
    return exitCodes.conformant;
  },
};

function explainRequirement(
  requirement: Requirement,
  parts: Parts,
  { colors, program, alone }: { readonly colors: Colors; readonly program: string; readonly alone: string },
): string {
  const { id, level, basis, statement, section, quote, needs = [], readings = [] } = requirement;
  const operations = requirement.operations.map((operation) => {
    const { method, path, face } = operationById(operation);
    return `  ${operation} (${face}): ${method} ${path}`;
  });
  const judges = parts.rules.filter((rule) => rule.requirements.includes(id)).map((rule) => rule.id);
  const broken = brokenBy(requirement);
  const source = parts.ownRequirements.includes(requirement) ? section : `the interface, section "${section}"`;
  return [
    `${colors.bold(id)} (${level}) ${statement}`,
    "",
    `${colors.bold("Why it may be demanded")}: ${basis}: ${bases[basis]}.`,
    `${colors.bold("Source")}: ${source}${quote ? `:\n  “${quote}”` : "."}`,
    `${colors.bold("Operations")}:`,
    ...operations,
    `${colors.bold("How it is judged")}: ${judgedBy(requirement, [...new Set(judges)])}`,
    ...(needs.length > 0
      ? [`${colors.bold("Judged only with")}:`, ...remediesFor(needs).map((need) => `  ${need}`)]
      : []),
    ...(readings.length > 0
      ? [
          `${colors.bold("Judged by what the target chose in")}: ${readings.join(", ")} (see ${program} explain ${readings[0] ?? ""})`,
        ]
      : []),
    ...(broken.length > 0
      ? [
          `${colors.bold("What breaks it")} (see it: ${program} serve --fault ID):`,
          ...broken.map((line) => `  ${line}`),
        ]
      : []),
    "",
    `Judge it alone: ${alone}`,
  ].join("\n");
}

function explainOpenPoint(point: OpenPoint, colors: Colors): string {
  return [
    `${colors.bold(point.id)} ${point.question}`,
    "",
    `${colors.bold("Left open by")}: the interface, section "${point.section}"`,
    ...point.quotes.map(({ quote }) => `  “${quote}”`),
    `${colors.bold("Readings we know")}:`,
    ...point.readings.map(({ name, description }) => `  ${name}: ${description}`),
    `${colors.bold("Judged by its reading")}: ${point.requirementsAffected.join(", ") || "nothing"}`,
    `${colors.bold("To pin it")}, below an environment: ${point.remedy}`,
  ].join("\n");
}
