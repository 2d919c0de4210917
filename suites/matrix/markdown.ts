/** The matrix in words. */
import { markdown, shorten } from "../../reports/text/escape.ts";
import type { Matrix, TargetOutcome, MatrixVerdict } from "./outcome.ts";
import { goodVerdicts } from "./outcome.ts";
import { catchOf, summaryOf, type MatrixSummary } from "./summary.ts";
import { areaOf } from "./target.ts";

const words: Readonly<Record<MatrixVerdict, string>> = {
  caught: "caught",
  "caught-by-another": "caught by another",
  survived: "survived",
  passed: "passed",
  "false-alarm": "false alarm",
  error: "error",
};

/** A page with the summary, what went wrong, and every target. */
export function matrixMarkdown(matrix: Matrix): string {
  const wrong = matrix.targets.filter(({ verdict }) => !goodVerdicts.includes(verdict));
  const parts = [
    "# Seeded faults and conformant variants",
    summaryLine(matrix),
    `Depth ${matrix.depth}, seed ${String(matrix.seed)}, ${String(matrix.workers)} workers, ${duration(matrix.seconds)}${
      matrix.interrupted ? "; interrupted, so not all are here" : ""
    }.`,
    "## What is wrong",
    matrix.targets.length === 0
      ? "Nothing is known, as nothing was examined."
      : wrong.length === 0
        ? "Nothing."
        : wrong.map((outcome) => `- ${markdown(complaint(outcome))}`).join("\n"),
  ];
  for (const kind of ["fault", "variant"] as const) {
    const targets = matrix.targets.filter((target) => target.kind === kind);
    if (targets.length === 0) continue;
    parts.push(kind === "fault" ? "## Faults" : "## Variants");
    for (const [area, members] of Map.groupBy(targets, areaOf)) parts.push(`### ${area}`, table(members));
  }
  return `${parts.join("\n\n")}\n`;
}

/** One sentence with the numbers that matter. */
export function summaryLine(matrix: Matrix): string {
  if (matrix.targets.length === 0) return "Nothing was examined.";
  const { verdicts, exchangesToCatch, namedFirst }: MatrixSummary = summaryOf(matrix);
  const counts = Object.entries(words).flatMap(([verdict, word]) => {
    const count = verdicts[verdict as MatrixVerdict];
    return count === 0 ? [] : [`${String(count)} ${word}`];
  });
  const toCatch =
    exchangesToCatch === undefined
      ? ""
      : `; exchanges until caught: median ${String(exchangesToCatch.median)}, ` +
        `90 % within ${String(exchangesToCatch.p90)}, at most ${String(exchangesToCatch.most)}`;
  const named =
    namedFirst === undefined
      ? ""
      : `; the report names first what the fault names: ${String(namedFirst.first)} of ${String(namedFirst.of)}`;
  return `${counts.join(", ")}${toCatch}${named}.`;
}

/** One target on one line of a terminal. */
export function outcomeLine(outcome: TargetOutcome): string {
  const by = catchOf(outcome) ?? outcome.sightings[0];
  const seen =
    by === undefined
      ? `${String(outcome.exchanges)} exchanges`
      : `${by.requirement} after ${String(by.exchanges)} exchanges, ${by.seconds.toFixed(1)} s`;
  return `${words[outcome.verdict].padEnd(17)} ${outcome.id.padEnd(60)} ${seen} (${duration(outcome.seconds)} in all)${placeText(outcome)}`;
}

function placeText({ place, requirements }: TargetOutcome): string {
  if (place === undefined || place === 1) return "";
  const named = requirements.join(" or ");
  return place === 0 ? `; ${named} is not in the report` : `; ${named} stands at place ${String(place)} of the report`;
}

/** What somebody needs to know of a target that did not turn out as it should, on one line. It holds text of the target. */
export function complaint(outcome: TargetOutcome): string {
  const named = outcome.requirements.length === 0 ? "" : ` Named: ${outcome.requirements.join(", ")}.`;
  const seen = outcome.sightings
    .slice(0, 3)
    .map(({ requirement, script, message }) => ` ${requirement} (${script}): ${oneLine(message)}`);
  const error = outcome.error === undefined ? "" : ` ${oneLine(outcome.error)}`;
  return `${words[outcome.verdict]}: ${outcome.id}: ${outcome.title}${named}${seen.join("")}${error}`;
}

function table(outcomes: readonly TargetOutcome[]): string {
  const rows = outcomes.map((outcome) => {
    const by = catchOf(outcome) ?? outcome.sightings[0];
    const cells = [
      outcome.id.slice(outcome.id.indexOf("/") + 1),
      words[outcome.verdict],
      outcome.requirements.join(", "),
      by?.requirement ?? "",
      String(by?.exchanges ?? outcome.exchanges),
      outcome.seconds.toFixed(1),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return ["| target | outcome | named | by | exchanges | seconds |", "|---|---|---|---|--:|--:|", ...rows].join("\n");
}

const oneLine = (text: string): string => shorten(text.replace(/\s+/g, " "), 300);

const duration = (seconds: number): string =>
  seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
