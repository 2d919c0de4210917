import { openPoints } from "../open-points.ts";
import { requirements, type Requirement } from "../requirements/index.ts";
import { anchor, pageHead } from "./markdown.ts";

/** `docs/generated/requirements.md`: the register for readers. */
export function requirementsPage(): string {
  const must = requirements.filter((requirement) => requirement.level === "MUST").length;
  const lead =
    `${requirements.length} requirements, ${must} of them MUST. The basis says why one may be demanded: the interface ` +
    `says so (stated), nothing else makes sense of it (implied), or good manners (robustness).`;
  return pageHead("Requirements", lead) + requirements.map(entry).join("");
}

function entry(requirement: Requirement): string {
  const { id, level, basis, statement, section, quote, furtherQuotes = [], operations, needs = [] } = requirement;
  const lines = [
    `\n## ${id}\n`,
    `**${level}**, ${basis}. ${statement}\n`,
    `- Section: ${section}`,
    ...[...(quote === undefined ? [] : [{ section, quote }]), ...furtherQuotes].map(
      (place) => `- In the words of "${place.section}":\n  > ${place.quote}`,
    ),
    `- Operations: ${operations.map((operation) => `\`${operation}\``).join(", ")}`,
  ];
  if (needs.length > 0) lines.push(`- Needs: ${needs.join(", ")}`);
  const points = openPoints.filter((point) => point.requirementsAffected.includes(id));
  if (points.length > 0) {
    lines.push(`- Depends on: ${points.map((p) => `[${p.id}](open-points.md#${anchor(p.id)})`).join(", ")}`);
  }
  return `${lines.join("\n")}\n`;
}
