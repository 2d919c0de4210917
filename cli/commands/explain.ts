/** `explain ID`: everything about one requirement or open point. */
import { findOpenPoint, openPointIds, type OpenPoint } from "../../spec/open-points.ts";
import { operationById } from "../../spec/operations.ts";
import type { Requirement } from "../../spec/requirements/index.ts";
import { remediesFor } from "../../spec/requirements/missing.ts";
import { loadParts } from "../../suites/extensions/load.ts";
import type { Parts } from "../../suites/extensions/parts.ts";
import { didYouMean } from "../../suites/did-you-mean.ts";
import { UsageError } from "../../suites/usage-error.ts";
import { aloneCommand, commandLine, meantTarget, type MeantTarget } from "../alone-command.ts";
import type { CommandModule } from "../command.ts";
import { declareEnvironmentOptions, environmentOptionNames } from "../environment-options.ts";
import { exitCodes } from "../exit-codes.ts";
import { declareExtensionOptions, registerAdditions, tellsOfDescription } from "../extension-options.ts";
import { refuseIdle } from "../idle-options.ts";
import { flag } from "../options.ts";
import { colorsFor, print, type Terminal } from "../terminal.ts";
import { judgedBy, brokenBy } from "../requirement-facts.ts";

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
      .option("--json", "print JSON");
    declareExtensionOptions(command, tellsOfDescription);
    declareEnvironmentOptions(command, { heading: "Target of the commands that are printed:" });
  },
  async run({ terminal }, options, [id = ""]) {
    const parts = await loadParts(registerAdditions(options, terminal));
    const requirement = parts.requirements.find((known) => known.id === id.toUpperCase());
    const openPoint = findOpenPoint(id.toLowerCase());
    if (!requirement && !openPoint) {
      const ofArea = parts.requirements.flatMap((known) => (known.area === id.toUpperCase() ? known.id : []));
      if (ofArea.length > 0)
        throw new UsageError(`"${id}" is an area; name one of its requirements: ${ofArea.join(", ")}.`);
      const known = [...parts.requirements.map((known) => known.id), ...openPointIds];
      throw new UsageError(
        `no requirement and no open point "${id}".${didYouMean(id, known)} See "trace-conformance list".`,
      );
    }
    if (flag(options, "json")) {
      // The configuration may add requirements.
      const idle = environmentOptionNames.filter((name) => name !== "config");
      refuseIdle("explain --json", options, idle, "only for the commands that are printed without --json");
      print(terminal, JSON.stringify(requirement ?? openPoint, undefined, 2));
      return exitCodes.conformant;
    }
    const shown: Shown = { terminal, target: meantTarget(options, terminal) };
    if (requirement) print(terminal, explainRequirement(requirement, parts, shown));
    else if (openPoint) print(terminal, explainOpenPoint(openPoint, shown));
    return exitCodes.conformant;
  },
};

/** Where it is shown, and the target that the commands in it are for. */
interface Shown {
  readonly terminal: Terminal;
  readonly target: MeantTarget;
}

function explainRequirement(requirement: Requirement, parts: Parts, { terminal, target }: Shown): string {
  const colors = colorsFor(terminal.stdout, terminal.env);
  const { id, level, basis, statement, section, quote, needs = [], readings = [] } = requirement;
  const operations = requirement.operations.map((operation) => {
    const { method, path, face } = operationById(operation);
    return `  ${operation} (${face}): ${method} ${path}`;
  });
  const judges = parts.rules.filter((rule) => rule.requirements.includes(id)).map((rule) => rule.id);
  const broken = brokenBy(requirement);
  const isOwn = parts.ownRequirements.includes(requirement);
  const source = isOwn ? section : `the interface, section "${section}"`;
  return [
    `${colors.bold(id)} (${level}) ${statement}`,
    "",
    `${colors.bold("Why it may be demanded")}: ${basis}: ${isOwn && basis === "stated" ? `${section} says so` : bases[basis]}.`,
    `${colors.bold("Source")}: ${source}${quote ? `:\n  “${quote}”` : "."}`,
    `${colors.bold("Operations")}:`,
    ...operations,
    `${colors.bold("How it is judged")}: ${judgedBy(requirement, [...new Set(judges)])}`,
    ...(needs.length > 0
      ? [`${colors.bold("Judged only with")}:`, ...remediesFor(needs).map((need) => `  ${need}`)]
      : []),
    ...(readings.length > 0
      ? [
          `${colors.bold("Judged by what the target chose in")}: ${readings.join(", ")} (see ${commandLine(terminal, "explain", readings[0] ?? "", ...target.args)})`,
        ]
      : []),
    ...(broken.length > 0
      ? [
          `${colors.bold("What breaks it")} (see it: ${commandLine(terminal, "serve", "--fault", "ID")}):`,
          ...broken.map((line) => `  ${line}`),
        ]
      : []),
    "",
    `Judge it alone: ${aloneCommand(requirement.id, target, terminal)}`,
    ...ofReference(target),
  ].join("\n");
}

/** Nobody should take a green of the reference service for one of their own. */
const ofReference = ({ isReference }: MeantTarget): readonly string[] =>
  isReference
    ? [
        "  That is the reference service, which comes with the suite; explain takes --config, --env and --base-url of yours.",
      ]
    : [];

function explainOpenPoint(point: OpenPoint, { terminal, target }: Shown): string {
  const colors = colorsFor(terminal.stdout, terminal.env);
  return [
    `${colors.bold(point.id)} ${point.question}`,
    "",
    `${colors.bold("Left open by")}: the interface, section "${point.section}"`,
    ...point.quotes.map(({ quote }) => `  “${quote}”`),
    `${colors.bold("Readings we know")}:`,
    ...point.readings.map(({ name, description }) => `  ${name}: ${description}`),
    `${colors.bold("Judged by its reading")}: ${point.requirementsAffected.join(", ") || "nothing"}`,
    `${colors.bold("To pin it")}, below an environment: ${point.remedy}`,
    "",
    `See what the target chose: ${commandLine(terminal, "observe", ...target.args)}`,
    ...ofReference(target),
  ].join("\n");
}
