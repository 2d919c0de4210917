/**
 * Sends the last action of a way whose numbers must add up several times at the same time, and one after the other on
 * another trace: what one uses up must not be there for the next.
 */
import { alternating } from "../../../../spec/operations.ts";
import { waysOf, type Way } from "../../../../spec/readings/process.ts";
import type { ActStep, OperationStep, Script, Step } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { withinBudget } from "../choose.ts";
import type { Draft, MakeScript } from "../define-script.ts";
import type { Gated } from "./gated.ts";
import { actionAt, reads } from "../steps.ts";

/** At most so many steps in all. */
const mostSteps = 120;

export function addedAtOnce(context: SuiteContext, script: MakeScript, gated: readonly Gated[]): readonly Script[] {
  const title = "Of two actions at the same time one is refused where they want what is left for one alone";
  const scripts = gated.flatMap(({ index, workflow }) =>
    waysOf(context.profile, workflow).flatMap((way, at) => {
      const last = way.findLastIndex(({ asTaken = {} }) =>
        Object.values(asTaken).some((one) => typeof one === "number"),
      );
      const name = `added-at-once-${String(index)}-${String(at)}`;
      return last < 1 ? [] : [script(context, name, title, (draft) => twice(draft, index, way.slice(0, last + 1)))];
    }),
  );
  return withinBudget(context, scripts, mostSteps);
}

function twice(draft: Draft, workflow: number, way: Way): readonly Step[] {
  const input = (at: number) => {
    const { key = "", asTaken = {}, with: kept = {}, group } = way[at] ?? {};
    const data = draft.doc({ number: at });
    return {
      ...{ workflow, action: key, data, asTaken: { ...asTaken, ...kept } },
      ...(group === undefined ? {} : { group }),
    };
  };
  const sent = (label: string, count: number): readonly OperationStep[] =>
    way.slice(0, count).map((_, at) => actionAt(at, label, { face: alternating(at), ...input(at) }));
  const last = way.length - 1;
  const once = (trace: `$${string}`, turn: number): ActStep => ({
    ...{ op: "act", face: alternating(turn), trace, ...input(last), outOfOrder: true },
  });
  return [
    ...sent("t", way.length),
    once("$t", 0),
    once("$t", 1),
    ...sent("u", last),
    { parallel: [0, 1, 2].map((turn) => [once("$u", turn)]) },
    ...reads("$u"),
  ];
}
