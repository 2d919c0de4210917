/** Why nothing was judged, and what would settle it. */
import type { Need, Requirement } from "../../spec/requirements/index.ts";

const remedies: Readonly<Record<string, string>> = {
  "write-access": "`access: read-write` for the environment",
  "credential-login": "`credentials.email` and `credentials.password`",
  "private-key-login": "`credentials.privateKey`",
  "second-user": "`secondUser` with its credentials",
  "separate-organization": "`secondUser.sharesOrganization: false`",
  organization: "`organization`",
  "second-workflow": "a second entry in `workflows`",
  "workflow-name": "`name` of the workflow",
  "append-action": "an action in `workflows[].actions` that can be appended",
} satisfies Record<Exclude<Need, `reading:${string}`>, string>;

/** One sentence for a requirement that nothing exercised. */
export function unjudgedReason(requirement: Requirement): string {
  const named = requirement.operations.slice(0, 3).join(", ");
  const more = requirement.operations.length > 3 ? ` and ${requirement.operations.length - 3} more operations` : "";
  const wants = (requirement.needs ?? []).map(wanted);
  const settle =
    wants.length > 0 ? `What settles it: a whole run, with ${wants.join(", ")}.` : "What settles it: a whole run.";
  return `No exchange of ${named}${more} could be judged by it. ${settle}`;
}

function wanted(need: Need): string {
  if (!need.startsWith("reading:")) return remedies[need] ?? need;
  return `a reading of the open point ${need.slice("reading:".length)} (found by the probes, or pinned in \`openPoints\`)`;
}
