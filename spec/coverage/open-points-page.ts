import { openPoints, type OpenPoint } from "../open-points.ts";
import { anchor, pageHead } from "./markdown.ts";

/** `docs/generated/open-points.md`: what the interface leaves open, for readers. */
export function openPointsPage(): string {
  const lead =
    `${openPoints.length} points that the interface leaves open. A probe finds out which reading a target follows; ` +
    `that choice is no failure, unless a requirement forbids it. The entry under "pin" in an environment of the configuration settles a point by hand.`;
  return pageHead("Open points", lead) + openPoints.map(entry).join("");
}

function entry({ id, question, section, quotes, readings, remedy, requirementsAffected }: OpenPoint): string {
  const lines = [
    `\n## ${id}\n`,
    `${question}\n`,
    `- Section: ${section}`,
    ...quotes.map((place) => `- In the words of "${place.section}":\n  > ${place.quote}`),
    `- Readings:`,
    ...readings.map(({ name, description }) => `  - **${name}**: ${description}`),
    `- Pin: \`${remedy}\``,
  ];
  if (requirementsAffected.length > 0) {
    const links = requirementsAffected.map((affected) => `[${affected}](requirements.md#${anchor(affected)})`);
    lines.push(`- Judged by it: ${links.join(", ")}`);
  }
  return `${lines.join("\n")}\n`;
}
