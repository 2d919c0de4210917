/** A trace between two others that are built by the same steps: what may not show is told from what these two show alike. */
import type { Face } from "../../../spec/operations.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";
import { begun } from "./begun.ts";
import { byDepth } from "./choose.ts";
import type { Draft, MakeScript } from "./define-script.ts";
import type { Gated } from "./gated.ts";
import { alternating, otherFace, reads } from "./steps.ts";
import { waysThrough } from "./ways.ts";

interface Way {
  readonly workflow: number;
  readonly done: readonly string[];
  readonly face: Face;
}

/** @param tried what is done on the trace `$t`, which goes the same way */
export function betweenTwins(
  draft: Draft,
  { workflow, done, face }: Way,
  tried: readonly OperationStep[],
): readonly OperationStep[] {
  const twin = (label: string): readonly OperationStep[] => [
    ...begun(draft, workflow, done, face, { label }),
    ...reads(`$${label}`),
  ];
  return [...twin("before"), ...tried, ...reads("$t"), ...twin("after")];
}

/** No more actions of each trace. */
const longest = 8;

/** For each process a trace by turns with another one of the same workflow, on which other data are sent. */
export function besideAnother(context: SuiteContext, script: MakeScript, all: readonly Gated[]): readonly Script[] {
  const most = byDepth(context, { quick: 0, standard: longest, deep: longest });
  return all.flatMap(({ index, workflow }) => {
    const ways = waysThrough(context.profile, workflow).map((way) => way.slice(0, most));
    const [way = [], other = way] = ways;
    if (way.length < 2) return [];
    const title = "What is done on another trace at the same time does not show";
    return [
      script(context, `beside-another-${String(index)}`, title, (draft) => {
        const face = alternating(index);
        const more = { other: true, number: way.length + other.length };
        const beside = begun(draft, index, other, otherFace(face), { label: "other", more });
        const tried = begun(draft, index, way, face);
        const turns = tried.flatMap((step, turn) => [step, ...beside.slice(turn, turn + 1)]);
        return betweenTwins(draft, { workflow: index, done: way, face }, turns);
      }),
    ];
  });
}
