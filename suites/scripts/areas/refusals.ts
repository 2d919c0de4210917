/** Malformed requests between reads: what is refused leaves no mark, and nothing makes the service fall over. */
import { fieldDefects, malformedSteps, multipartBodyDefects } from "../../../generators/index.ts";
import { faces, type Face, type OperationKind } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth, chosen, inPieces, someFaces } from "../support/choose.ts";
import { defineScript } from "../support/define-script.ts";
import { ownFiles } from "../support/inputs.ts";
import { archives, otherFace, reads, singles } from "../support/reads.ts";

const area = "refusals";

/** The files of the actions `$r0`, `$r1` …, which must not be had where the action was refused. */
function uploadsOf(count: number): readonly OperationStep[] {
  const digests = Array.from({ length: count }, (_, index) => ({ refused: `$r${index}.0` }) as const);
  return [...singles("$t", digests), ...archives("$t", digests.slice(0, 1))];
}

function brokenActs(context: SuiteContext, face: Face) {
  const count = byDepth(context, { quick: 3, standard: 99, deep: 99 });
  const defects = chosen(context, multipartBodyDefects, { count, sure: 2, topic: "broken-act" });
  return inPieces(defects, 3).map((piece, index) =>
    defineScript(
      context,
      area,
      `act-${face}-${index}`,
      "A refused action leaves links, state and files as they were",
      (draft) => [
        { op: "create", face, as: "t", data: draft.doc({ kept: 1 }), files: ownFiles(draft, 1) },
        ...reads("$t"),
        ...piece.flatMap((body, n): OperationStep[] => [
          {
            op: "act",
            face,
            as: `r${n}`,
            trace: "$t",
            body,
            data: draft.doc({ refused: true }),
            files: ownFiles(draft, 1),
          },
          { op: "state", face: otherFace(face), trace: "$t" },
          { op: "details", face, trace: "$t" },
        ]),
        { op: "files", face, trace: "$t", digests: ["$t.0"] },
        ...uploadsOf(piece.length),
        ...reads("$t"),
        { op: "act", face, trace: "$t", data: draft.doc({ kept: 2 }) },
        ...reads("$t"),
      ],
    ),
  );
}

function wrongFields(context: SuiteContext, face: Face) {
  const count = byDepth(context, { quick: 2, standard: 99, deep: 99 });
  const defects = chosen(context, fieldDefects("mark"), { count, sure: 2, topic: "act-fields" });
  return inPieces(defects, 4).map((piece, index) =>
    defineScript(
      context,
      area,
      `act-fields-${face}-${index}`,
      "An action with wrong fields is done whole or not at all",
      (draft) => [
        { op: "create", face, as: "t", data: draft.doc({ kept: 1 }) },
        ...piece.flatMap(({ omit, replace }, n): OperationStep[] => [
          {
            op: "act",
            face,
            as: `r${n}`,
            trace: "$t",
            data: draft.doc({ perhaps: index }),
            files: ownFiles(draft, 1),
            ...(omit ? { omit } : {}),
            ...(replace ? { replace } : {}),
          },
          { op: "details", face, trace: "$t" },
          { op: "state", face: otherFace(face), trace: "$t" },
        ]),
        ...uploadsOf(piece.length),
        ...reads("$t"),
      ],
    ),
  );
}

/** Malformed reads of an existing trace, then a look that all is well. */
function malformedReads(context: SuiteContext, face: Face) {
  const kinds: readonly OperationKind[] = ["details", "files", "file", "search"];
  const perKind = byDepth(context, { quick: 2, standard: 14, deep: 99 });
  return kinds
    .filter((kind) => kind !== "file" || face === "v2")
    .map((kind) =>
      defineScript(context, area, `${kind}-${face}`, "A malformed request is refused in good manners", (draft) => {
        const steps = malformedSteps(kind, { face, trace: "$t", data: draft.doc() });
        return [
          { op: "create", face, as: "t", data: draft.doc(), files: ownFiles(draft, 1) },
          ...chosen(context, steps, { count: perKind, sure: 2, topic: `malformed-${kind}` }),
          ...reads("$t"),
        ];
      }),
    );
}

export const refusals: ScriptArea = {
  id: area,
  title: "What is refused leaves no mark",
  scripts: (context) => [
    ...someFaces(context, area).flatMap((face) => brokenActs(context, face)),
    ...someFaces(context, "fields").flatMap((face) => wrongFields(context, face)),
    ...(context.depth === "quick" ? [] : faces.flatMap((face) => malformedReads(context, face))),
  ],
};
