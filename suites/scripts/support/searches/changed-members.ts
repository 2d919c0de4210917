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

/** For some processes, traces that go through it and are searched for by what each action changed. */
export function searchesByChangedMembers(context: SuiteContext, script: MakeScript) {
  const { profile, target } = context;
  const long = target.workflows.map((workflow) => waysThrough(profile, workflow).filter((way) => way.length > 1));
  // A change by an action after a certain other one may not reach the index.
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
    // A service may keep an answer until a trace is created, so nothing else runs meanwhile.
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
          // Two places in a row use one face, so that each member is searched for at several places through each face.
          { op: "search", face: alternating((number >> 1) + at), workflow: index, filters: {}, changed: "$t" },
          { ...read, face: otherFace(face) },
        ];
      }),
    ),
  }));
}
