/**
 * With `--only` a run sends, behind its probes, some scripts for each operation that the selected requirements are about, and
 * only where those did not show everything, more.
 */
import type { OperationId } from "../../../spec/operations.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { Depth } from "./depth.ts";
import { flatten, operationOfStep, type Selection } from "./selection.ts";

/** Scripts that are run first for each operation of the selection. */
const scriptsPerOperation: Readonly<Record<Depth, number>> = { quick: 3, standard: 12, deep: 40 };

/** A requirement that was judged less often than this wants more scripts. */
export const leastJudgements = 3;

/**
 * The scripts in the portions in which they are run; all portions together are all scripts. Those that are named like an
 * area of the selection come first, then those that are mostly about it, then those that only touch it.
 */
export function portionsOf(
  scripts: readonly Script[],
  selection: Pick<Selection, "operations" | "requirements">,
  depth: Depth,
): readonly (readonly Script[])[] {
  const areas = new Set([...selection.requirements].map(areaWordOf));
  const nearnessOf = (id: string, share: number): number =>
    [...areas].some((word) => id.includes(word)) ? 0 : share >= 0.5 ? 1 : 2;
  let left = scripts
    .map((script) => ({ script, ...lookedAt(script, selection.operations) }))
    .map((looked) => ({ ...looked, nearness: nearnessOf(looked.script.id, looked.share) }))
    .toSorted((a, b) => a.nearness - b.nearness);
  const portions: Script[][] = [];
  for (let wanted = scriptsPerOperation[depth]; left.length > 0; wanted *= 2) {
    const taken = new Map<OperationId, number>();
    const chosen = left.filter(({ touched, nearness, script }) => {
      // What was written for the area by hand asks what nothing else asks.
      const isOwn = nearness === 0 && !script.id.startsWith("properties/");
      const lacks = isOwn || [...touched].some((operation) => (taken.get(operation) ?? 0) < wanted);
      if (lacks) for (const operation of touched) taken.set(operation, (taken.get(operation) ?? 0) + 1);
      return lacks;
    });
    const portion = new Set((chosen.length > 0 ? chosen : left).map(({ script }) => script));
    portions.push(scripts.filter((script) => portion.has(script)));
    left = left.filter(({ script }) => !portion.has(script));
  }
  return portions;
}

/** `auth` for AUTH-08, which stands in the ids of scripts of `authentication`. */
function areaWordOf(requirement: string): string {
  return requirement.replace(/-\d+$/, "").slice(0, 4).toLowerCase();
}

/** Which selected operations a script calls, and in how many of its steps. */
function lookedAt(
  script: Script,
  operations: ReadonlySet<OperationId>,
): { readonly touched: ReadonlySet<OperationId>; readonly share: number } {
  const steps: readonly OperationStep[] = script.steps.flatMap(flatten);
  const selected = steps
    .map(operationOfStep)
    .filter((operation): operation is OperationId => operation !== undefined && operations.has(operation));
  return { touched: new Set(selected), share: selected.length / Math.max(1, steps.length) };
}
