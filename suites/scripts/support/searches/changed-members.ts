/** Searches by members that the target computes, such as a status or a sum, after every action of a process. */
import { alternating, otherFace } from "../../../../spec/operations.ts";
import { processOf } from "../../../../spec/readings/process.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { numberOn } from "../steps.ts";
import { waysThrough } from "../processes/ways.ts";
import { waysOfPairs } from "../processes/ways-beside.ts";

/** For each of some processes traces that go through it, and are searched for by what each of their actions changed. */
export function searchesByChangedMembers(context: SuiteContext, script: MakeScript) {
  const { profile, target } = context;
  const long = target.workflows.map((workflow) => waysThrough(profile, workflow).filter((way) => way.length > 1));
  // What one action changes behind another one may reach no search.
  const beside = target.workflows.map((workflow, index) => {
    const rules = processOf(profile, workflow);
    return rules ? waysOfPairs(rules, workflow, long[index] ?? []).slice(0, 1) : [];
  });
  const placed = (all: readonly (readonly (readonly string[])[])[]) =>
    all.flatMap((ways, index) => ways.map((way) => ({ index, way })));
  const ways = [
    ...placed(long).slice(0, byDepth(context, { quick: 0, standard: 3, deep: 6 })),
    ...placed(beside).slice(0, byDepth(context, { quick: 0, standard: 2, deep: 6 })),
  ];
  const title = "A trace is found by what its last action changed of the state, and not by what was there before";
  return ways.map(({ index, way }, at) => ({
    // An answer that is kept until a trace is created: nobody does so meanwhile.
    ...(at === 0 ? { exclusive: true } : {}),
    ...script(context, at === 0 ? "changed" : `changed-${String(at)}`, title, (draft) =>
      way.flatMap((action, number): readonly OperationStep[] => {
        const face = alternating(number + at);
        const common = { face, workflow: index, action, data: draft.doc({ number: numberOn(way, number) }) };
        const read: OperationStep = { op: "state", face, trace: "$t" };
        if (number === 0) return [{ op: "create", as: "t", ...common }, read];
        return [
          { op: "act", trace: "$t", ...common },
          read,
          // Through one face for two places, so that each member is sought at several places through each.
          { op: "search", face: alternating((number >> 1) + at), workflow: index, filters: {}, changed: "$t" },
          { ...read, face: otherFace(face) },
        ];
      }),
    ),
  }));
}
