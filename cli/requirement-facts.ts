/** What is known of how a requirement is judged and which seeded faults break it. */
import { faults } from "../reference/faults/registry.ts";
import type { Requirement } from "../spec/requirements/index.ts";

/** One sentence. */
export function judgedBy(requirement: Requirement, checks: readonly string[]): string {
  if (checks.length === 0) return "no check judges it yet.";
  const names = checks.map((check) => `checks/${check}.ts`).join(", ");
  return `${names} ${checks.length > 1 ? "read" : "reads"} every recorded exchange to which ${requirement.id} applies.`;
}

/** The lies of the reference service that this requirement must catch, with how to see each. */
export function brokenBy(requirement: Requirement): readonly string[] {
  return faults
    .filter((fault) => [fault.requirement].flat().includes(requirement.id))
    .map((fault) => `${fault.title} (see it: trace-conformance serve --fault ${fault.id})`);
}
