/** Trace ids of no trace, well-formed or not, on every operation that takes one. */
import { malformedTraceIds, unknownTraceIds } from "../../../generators/index.ts";
import { alternating, type Face, faces } from "../../../spec/operations.ts";
import type { OperationStep, TraceRef } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth, chosen, inPieces, someFaces } from "../support/choose.ts";
import { ownFiles } from "../support/inputs.ts";
import { reads } from "../support/steps.ts";
import { type Draft, scriptsOf } from "../support/define-script.ts";

const area = "unknown-traces";
const script = scriptsOf(area);
const noFile = "0".repeat(64);

function everywhere(trace: TraceRef, draft: Draft, through: readonly Face[]): readonly OperationStep[] {
  return through.flatMap((face): OperationStep[] => [
    { op: "state", face, trace },
    { op: "details", face, trace },
    ...(through === faces ? [{ op: "details", face, trace, page: { first: 1 } } as const] : []),
    { op: "files", face, trace, digests: [noFile] },
    ...(face === "v2" ? [{ op: "file", face, trace, digest: noFile } as const] : []),
    { op: "act", face, trace, data: draft.doc({ lost: true }) },
  ]);
}

/** After an action on an unknown trace that trace must still be unknown. The first `sure` go through both faces. */
function everyId(context: SuiteContext, name: string, ids: readonly string[], sure: number) {
  return script(context, name, "An id of no trace names no trace", (draft) =>
    ids.flatMap((trace, index): OperationStep[] => [
      ...everywhere(trace, draft, index < sure ? faces : someFaces(context, `${name}-${index}`, { upTo: "standard" })),
      { op: "state", face: alternating(index), trace },
    ]),
  );
}

/** Ids that nearly are that of a trace that exists. */
function near(context: SuiteContext) {
  return script(context, "near", "An id that is nearly that of a trace names no trace", (draft) => [
    { op: "create", face: "v2", as: "t", data: draft.doc(), files: ownFiles(draft, 1) },
    ...(["longer", "shorter", "altered"] as const).flatMap((change) =>
      everywhere(
        { like: "$t", change },
        draft,
        change === "altered" ? faces : someFaces(context, change, { upTo: "standard" }),
      ),
    ),
    // Whoever takes the id in letters of the other case has the trace itself.
    ...faces.map((face): OperationStep => ({
      op: "act",
      face,
      trace: { like: "$t", change: "other-case" },
      data: draft.doc({ [face]: "in other letters" }),
    })),
    ...reads("$t"),
  ]);
}

export const unknownTraces: ScriptArea = {
  id: area,
  title: "An id of no trace brings nothing",
  scripts: (context) => {
    const unknown = chosen(context, unknownTraceIds, {
      count: byDepth(context, { quick: 1, standard: 9, deep: 9 }),
      sure: 1,
      topic: "unknown",
    });
    const sure = context.depth === "quick" ? 0 : 1;
    const malformed = chosen(context, malformedTraceIds, {
      count: byDepth(context, { quick: 1, standard: 10, deep: 99 }),
      sure: 1,
      topic: "malformed",
    });
    return [
      everyId(context, "unknown", unknown, sure),
      ...(context.depth === "quick" ? [] : [near(context)]),
      ...inPieces(malformed, 5).map((ids, index) => everyId(context, `malformed-${index}`, ids, sure)),
    ];
  },
};
