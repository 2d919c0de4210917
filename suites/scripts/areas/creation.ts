/**
 * Creations: through both faces, with and without files, plain and with all traits combined, and such as must not
 * succeed.
 */
import { fieldDefects, multipartBodyDefects, plainDocument } from "../../../generators/index.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth, chosen, inPieces, someFaces } from "../support/choose.ts";
import { defineScript } from "../support/define-script.ts";
import { combinedFiles, ownFiles, withFiles } from "../support/inputs.ts";
import { allFilesOf, archives, reads } from "../support/reads.ts";

const area = "creation";

function acceptedScripts(context: SuiteContext, face: Face) {
  const sets = combinedFiles(context);
  return [
    defineScript(context, area, `plain-${face}`, "Plain creations without and with files are accepted", (draft) => [
      { op: "create", face, as: "bare", data: draft.doc({}) },
      { op: "create", face, as: "plain", data: plainDocument(draft.marker()).data },
      { op: "create", face, as: "one", data: draft.doc(), files: ownFiles(draft, 1) },
      { op: "create", face, as: "several", data: draft.doc(), files: ownFiles(draft, 3) },
      ...["$bare", "$plain", "$one", "$several"].flatMap(reads),
      ...archives("$several", allFilesOf("several")),
    ]),
    ...(context.depth === "quick" ? [] : sets).map((set, index) =>
      defineScript(
        context,
        area,
        `files-${face}-${index}`,
        "A creation with files of many kinds keeps them all",
        (draft) => [
          { op: "create", face, as: "t", data: draft.doc(), ...withFiles(set) },
          ...reads("$t"),
          ...archives("$t", allFilesOf("t")),
        ],
      ),
    ),
  ];
}

/** Searches for the markers of refused creations, through both faces: nothing may be found. */
export function searchesFor(steps: readonly OperationStep[]): readonly OperationStep[] {
  return steps.flatMap((step, index): readonly OperationStep[] =>
    step.op === "create" && step.data["tcMark"] !== undefined
      ? [{ op: "search", face: faces[index % 2] ?? "v2", filters: { tcMark: step.data["tcMark"] } }]
      : [],
  );
}

function brokenScripts(context: SuiteContext, face: Face) {
  const count = byDepth(context, { quick: 3, standard: 99, deep: 99 });
  const defects = chosen(context, multipartBodyDefects, { count, sure: 3, topic: "broken-create" });
  return inPieces(defects, 6).map((piece, index) =>
    defineScript(
      context,
      area,
      `broken-${face}-${index}`,
      "A broken creation is refused and leaves no trace",
      (draft) => {
        const refused = piece.map((body): OperationStep => ({ op: "create", face, body, data: draft.doc() }));
        return [...refused, ...searchesFor(refused)];
      },
    ),
  );
}

function fieldScripts(context: SuiteContext, face: Face) {
  const count = byDepth(context, { quick: 2, standard: 99, deep: 99 });
  const defects = chosen(context, fieldDefects("mark"), { count, sure: 2, topic: "create-fields" });
  return inPieces(defects, 6).map((piece, index) =>
    defineScript(
      context,
      area,
      `fields-${face}-${index}`,
      "A creation with wrong fields is no accident of the service",
      (draft) => {
        const refused = piece.map(({ omit, replace }): OperationStep => ({
          op: "create",
          face,
          data: draft.doc(),
          ...(omit ? { omit } : {}),
          ...(replace ? { replace } : {}),
        }));
        return [...refused, ...searchesFor(refused)];
      },
    ),
  );
}

export const creation: ScriptArea = {
  id: area,
  title: "Traces are created through both faces",
  scripts: (context) => [
    ...someFaces(context, area).flatMap((face) => acceptedScripts(context, face)),
    ...someFaces(context, "broken").flatMap((face) => [
      ...brokenScripts(context, face),
      ...fieldScripts(context, face),
    ]),
  ],
};
