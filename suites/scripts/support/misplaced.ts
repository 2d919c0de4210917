/** What may not come is sent at each place of a long way through a process, not only at the earliest where it is refused. */
import { listingOf } from "../../../spec/readings/listed-next.ts";
import { mayFollow } from "../../../spec/readings/process.ts";
import { faces } from "../../../spec/operations.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";
import { byDepth } from "./choose.ts";
import { defineScript } from "./define-script.ts";
import { otherFace } from "./reads.ts";
import { onTheWay, wayThrough } from "./ways.ts";
import type { Gated } from "./gated.ts";

/** So many actions at each place. */
const mostBarred = 4;

/**
 * Through one face where the state lists what may come: what is taken all the same is looked into. Through both where
 * nothing else tells that it was wrong.
 */
export function misplaced(context: SuiteContext, area: string, { index, workflow, rules }: Gated): readonly Script[] {
  const way = wayThrough(context.profile, workflow).slice(0, byDepth(context, { quick: 0, standard: 8, deep: 12 }));
  const keys = [...new Set(workflow.actions.filter(({ appends }) => appends).map(({ key }) => key))];
  const isListed = listingOf(context.profile, workflow) !== undefined;
  const title = "What may not come is refused at each place of the way";
  if (way.length < 2) return [];
  return faces.map((face) =>
    defineScript(context, area, `misplaced-${face}`, title, (draft) =>
      onTheWay(draft, { workflow: index, done: way }, face).flatMap((step, turn): readonly OperationStep[] => {
        const barred = keys
          .filter((key) => !mayFollow(rules, way.slice(0, turn + 1), key))
          // What was done before comes first: a gate that is missing may let it come as it did then.
          .toSorted((left, right) => way.lastIndexOf(right, turn) - way.lastIndexOf(left, turn));
        const acts = barred.slice(0, mostBarred).flatMap((action) =>
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
