/** What may not come is sent at each place of a long way through a process, not only at the earliest where it is refused. */
import { listingOf } from "../../../spec/readings/listed-next.ts";
import { mayFollow, type ProcessRules } from "../../../spec/readings/process.ts";
import { faces } from "../../../spec/operations.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../context.ts";
import { byDepth } from "./choose.ts";
import { defineScript } from "./define-script.ts";
import { otherFace } from "./reads.ts";
import { onTheWay, wayThrough } from "./ways.ts";
import type { Gated } from "./gated.ts";

/** So many actions at each place. */
const mostBarred = 4;
/** So many requests in all the processes but the first. */
const mostRequests = 160;

/**
 * Through one face where the state lists what may come: what is taken all the same is looked into. Through both where
 * nothing else tells that it was wrong.
 * @param all the processes, that of most scripts first
 */
export function misplaced(
  context: SuiteContext,
  area: string,
  [first, ...others]: readonly Gated[],
): readonly Script[] {
  if (!first) return [];
  let left = byDepth(context, { quick: 0, standard: mostRequests, deep: 3 * mostRequests });
  const ofOthers = others.flatMap((one) => {
    const scripts = alongWay(context, area, one, `misplaced-${String(one.index)}`);
    for (const { steps } of scripts) left -= steps.length;
    return left < 0 ? [] : scripts;
  });
  return [...alongWay(context, area, first, "misplaced"), ...ofOthers];
}

function alongWay(context: SuiteContext, area: string, { index, workflow, rules }: Gated, name: string) {
  const way = wayThrough(context.profile, workflow).slice(0, byDepth(context, { quick: 0, standard: 8, deep: 12 }));
  if (way.length < 2) return [];
  const isListed = listingOf(context.profile, workflow) !== undefined;
  const title = "What may not come is refused at each place of the way";
  const places = barredAlong(way, workflow, rules);
  return faces.map((face) =>
    defineScript(context, area, `${name}-${face}`, title, (draft) =>
      onTheWay(draft, { workflow: index, done: way }, face).flatMap((step, turn): readonly OperationStep[] => {
        const acts = (places[turn] ?? []).flatMap((action) =>
          (isListed ? [face] : [face, otherFace(face)]).map((through): OperationStep => {
            const data = draft.doc({ misplaced: turn });
            return { op: "act", face: through, trace: "$t", workflow: index, action, data, outOfOrder: true };
          }),
        );
        const read: OperationStep = { op: "state", face, trace: "$t" };
        // What the refusals left shows before anything else is done, which may change it as well.
        return acts.length === 0 ? [step] : [step, read, ...acts, read];
      }),
    ),
  );
}

/**
 * Some of the actions that may not come at each place. What might have come right before comes first, and what may right after the
 * next one, as a gate may close late or ask for less than all before it; then what came last, as one that is missing may let
 * it come once more; then what was tried least so far.
 */
function barredAlong(way: readonly string[], workflow: WorkflowDescription, rules: ProcessRules) {
  const keys = [...new Set(workflow.actions.filter(({ appends }) => appends).map(({ key }) => key))];
  const tries = new Map<string, number>();
  return way.map((last, turn) => {
    const isOver = (key: string): boolean => turn > 0 && key !== last && mayFollow(rules, way.slice(0, turn), key);
    const rankOf = (key: string): number =>
      isOver(key) ? -3 : key === way[turn + 2] ? -2 : key === last ? -1 : (tries.get(key) ?? 0);
    const barred = keys
      .filter((key) => !mayFollow(rules, way.slice(0, turn + 1), key))
      .toSorted(
        (one, other) => rankOf(one) - rankOf(other) || way.lastIndexOf(other, turn) - way.lastIndexOf(one, turn),
      )
      .slice(0, mostBarred);
    for (const key of barred) tries.set(key, (tries.get(key) ?? 0) + 1);
    return barred;
  });
}
