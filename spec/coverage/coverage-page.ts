import type { CoveredStatement } from "./cover.ts";
import { anchor, pageHead, table } from "./markdown.ts";

/** `docs/generated/coverage.md`: every statement of the interface with what looks after it. */
export function coveragePage(statements: readonly CoveredStatement[]): string {
  const covered = statements.filter((statement) => statement.uncovered.length === 0).length;
  const lead =
    `${covered} of ${statements.length} statements of the interface are covered, word by word, by a requirement, ` +
    `an open point, or a reason why nothing is demanded.`;
  const sections = [...new Set(statements.map((statement) => statement.section))];
  const tables = sections.map((section) => {
    const rows = statements
      .filter((statement) => statement.section === section)
      .map((statement) => [String(statement.line), statement.text, looksAfter(statement)]);
    return `\n## ${section}\n\n${table(["line", "statement", "covered by"], rows)}`;
  });
  return pageHead("Coverage of the interface", lead) + tables.join("");
}

function looksAfter({ claims, uncovered }: CoveredStatement): string {
  const requirements = claims
    .filter((claim) => claim.by === "requirement")
    .map((claim) => `[${claim.id}](requirements.md#${anchor(claim.id)})`);
  const points = claims
    .filter((claim) => claim.by === "open-point")
    .map((claim) => `[${claim.id}](open-points.md#${anchor(claim.id)})`);
  const reasons = claims.filter((claim) => claim.by === "not-normative").map((claim) => claim.id);
  const parts = [unique(requirements), points.length > 0 ? `open: ${unique(points)}` : "", unique(reasons)];
  if (uncovered.length > 0) parts.push(`**not covered: ${uncovered.join(" ")}**`);
  return parts.filter((part) => part !== "").join("; ");
}

function unique(items: readonly string[]): string {
  return [...new Set(items)].join(", ");
}
