import { openPoints } from "../open-points.ts";
import { requirements, type Requirement } from "../requirements/index.ts";
import type { NeedKind } from "../requirements/at-hand.ts";
import { needKinds, type Need } from "../requirements/needs.ts";
import { anchor, pageHead } from "./markdown.ts";

/** `docs/generated/requirements.md`: the register for readers. */
export function requirementsPage(): string {
  const must = requirements.filter((requirement) => requirement.level === "MUST").length;
  const lead =
    `${requirements.length} requirements, ${must} of them MUST. The basis says why one may be demanded: the interface ` +
    `says so (stated), nothing else makes sense of it (implied), or good manners (robustness).`;
  return pageHead("Requirements", lead) + requirements.map(entry).join("");
}

/** What a target or its workflows must let one do, where no setting supplies it and the words of the id do not say it. */
const words: { readonly [need in Need]?: string } = {
  "files-later": "an appended action that takes files",
  "files-of-several-actions": "several actions of a trace that take files",
  "two-files": "a trace that takes two files",
  "empty-file": "an action that takes an empty file",
  "three-actions": "a trace of three actions",
  "process:together": "two actions that may come in any order",
  "process:gate": "a process that keeps an action from coming at some time",
  "process:listed": "states that list what may come next, of a process that keeps an action from coming",
  "process:once": "an action that may come once and not again",
  "takes:first-after": "a target that takes `first` beside `after`",
  "takes:last-before": "a target that takes `last` beside `before`",
  "schema:marker": "data with room for a text that tells traces apart",
  "schema:lone-marker": "data with room for a text that no other trace has",
  "schema:filters": "data with members that filters can name",
  "schema:such-data": "data with room for what is sent",
};

/** What must be supplied, or what the target must do; undefined for a reading, as the open points are told by themselves. */
function wantedText(need: Need): string | undefined {
  const { remedy } = needKinds[need] as NeedKind;
  const [kind = "", what = kind] = need.split(":");
  if (kind === "reading") return undefined;
  const named = what.replaceAll("-", " ");
  return remedy ?? words[need] ?? (kind === what ? `a ${named}` : `a target that ${kind} ${named}`);
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
  const wanted = needs.flatMap((need) => wantedText(need) ?? []);
  if (wanted.length > 0) lines.push(`- Needs: ${wanted.join("; ")}`);
  const points = openPoints.filter((point) => point.requirementsAffected.includes(id));
  if (points.length > 0) {
    lines.push(`- Depends on: ${points.map((p) => `[${p.id}](open-points.md#${anchor(p.id)})`).join(", ")}`);
  }
  return `${lines.join("\n")}\n`;
}
