/** What failed, by cause: the likeliest root of each cause, and what follows from it. */
import type { RequirementResult, Results } from "../results/model.ts";

export interface FoundCause<Requirement = RequirementResult> {
  readonly root: Requirement;
  /** What most likely follows from the root. */
  readonly followers: readonly Requirement[];
}

/**
 * Everything that is broken or in error, the likeliest cause first. Broken MUSTs come before errors of the suite, and
 * those before SHOULDs, unless a MUST follows from them.
 */
export function foundCauses<Requirement extends Pick<RequirementResult, "id" | "status">>(
  results: Pick<Results, "causes" | "fellSilent"> & { readonly requirements: readonly Requirement[] },
): readonly FoundCause<Requirement>[] {
  const open = new Map(
    results.requirements
      .filter(({ status }) => status === "failed" || status === "error" || status === "warned")
      .map((requirement) => [requirement.id, requirement]),
  );
  const taken = (id: string): Requirement[] => {
    const found = open.get(id);
    open.delete(id);
    return found ? [found] : [];
  };
  const grouped = (results.causes ?? []).flatMap(({ root, followers }) => {
    const found = [root, ...followers].flatMap(taken);
    // That nothing is answered any more says more than that answers are late.
    const first = (results.fellSilent && found.find(({ status }) => status === "failed")) ?? found[0];
    const others = found.filter((one) => one !== first);
    return first ? [{ root: first, followers: others }] : [];
  });
  const alone = [...open.values()].map((root) => ({ root, followers: [] }));
  const rank = ({ root, followers }: FoundCause<Requirement>): number =>
    Math.min(...[root, ...followers].map(({ status }) => ["failed", "error", "warned"].indexOf(status)));
  return [...grouped, ...alone].sort((a, b) => rank(a) - rank(b));
}

type Shown = Pick<Results, "requirements" | "causes" | "fellSilent">;

/** What a root says of those that follow from it, and a follower of its root; undefined for what stands alone. */
export function causeSentence(id: string, results: Shown): string | undefined {
  const root = causeOf(id, results);
  if (root !== undefined) return `Most likely it follows from ${root}.`;
  const followers = foundCauses(results).find((cause) => cause.root.id === id)?.followers ?? [];
  return followers.length === 0
    ? undefined
    : `Most likely these follow from it: ${followers.map((one) => one.id).join(", ")}.`;
}

/** The cause that a requirement follows from; undefined for a root and for what is not broken. */
function causeOf(id: string, results: Shown): string | undefined {
  return foundCauses(results).find(({ followers }) => followers.some((follower) => follower.id === id))?.root.id;
}
