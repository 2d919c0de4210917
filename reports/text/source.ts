/** Where a requirement comes from. */
import type { RequirementResult } from "../results/model.ts";

/** Requirements that an extension adds have ids that begin with `X-`; their section is whatever their author names. */
export function isFromExtension({ id }: Pick<RequirementResult, "id">): boolean {
  return id.startsWith("X-");
}

/** `Interface, section "Authentication".`, or for a requirement of an extension what its author names. */
export function sourceSentence(requirement: Pick<RequirementResult, "id" | "section">): string {
  const { section } = requirement;
  if (!isFromExtension(requirement)) return `Interface, section "${section}".`;
  return `Added by an extension, not by the interface: ${section}${/[.!?]$/.test(section) ? "" : "."}`;
}
