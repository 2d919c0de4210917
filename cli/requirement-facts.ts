/** What is known of how a requirement is judged and which seeded faults break it. */
import { faults } from "../reference/faults/index.ts";
import type { Requirement } from "../spec/requirements/index.ts";

/** One sentence: what judges it, and what that looks at. */
export function judgedBy({ id, area }: Requirement, rules: readonly string[]): string {
  if (rules.length === 0) return "no rule judges it yet.";
  const own = rules.filter((rule) => rule !== id);
  const what = own.length > 0 ? `the rule ${own.join(" and the rule ")}` : `the rules for ${id}`;
  return `${what} (area ${area}), on every recorded exchange that shows it.`;
}

/** The faults that this requirement must catch: `id: what it does`. */
export function brokenBy(requirement: Requirement): readonly string[] {
  return faults
    .filter((fault) => [fault.requirement].flat().includes(requirement.id))
    .map((fault) => `${fault.id}: ${fault.title}`);
}
