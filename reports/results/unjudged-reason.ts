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

/** What of the run decides how the gap can be closed. */
export interface UnjudgedIn {
  readonly depth: "quick" | "standard" | "deep";
  /** True for a shard, a filtered or an interrupted run. */
  readonly partial: boolean;
  /** True where it is known that the configuration gives all that the requirement needs. */
  readonly needsMet: boolean;
}

/** One sentence for a requirement that nothing exercised. */
export function unjudgedReason(requirement: Requirement, run: UnjudgedIn): string {
  const named = requirement.operations.slice(0, 3).join(", ");
  const more = requirement.operations.length > 3 ? ` and ${requirement.operations.length - 3} more operations` : "";
  const wants = run.needsMet ? [] : (requirement.needs ?? []).map(wanted);
  const settles = `${wholeRun(run)}${wants.length > 0 ? `, with ${wants.join(", ")}` : ""}`;
  return `No exchange of ${named}${more} could be judged by it. What settles it: ${settles}.`;
}

function wholeRun({ depth, partial }: UnjudgedIn): string {
  if (partial) return "a whole run";
  return depth === "quick" ? "a run of more cases (`--depth standard`)" : "a run with another `--seed`";
}

function wanted(need: Need): string {
  if (!need.startsWith("reading:")) return remedies[need] ?? need;
  return `a reading of the open point ${need.slice("reading:".length)} (found by the probes, or pinned in \`openPoints\`)`;
}
