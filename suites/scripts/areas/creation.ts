/**
 * Creations: through both faces, with and without files, plain and with all traits combined, and such as must not
 * succeed.
 */
import { fieldDefects, multipartBodyDefects, plainDocument } from "../../../generators/index.ts";
import { alternating, type Face, faces } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { chosen, dealt, inPieces, someFaces } from "../support/choose.ts";
import { scriptsOf } from "../support/define-script.ts";
import { combinedFiles, ownFiles, withFiles } from "../support/inputs.ts";
import { allFilesOf, archives, singles } from "../support/steps.ts";
import { searchesFor } from "../support/searches/searches.ts";

const area = "creation";
const script = scriptsOf(area);
/** Creations that are looked for by one search afterwards. */
const perMarker = 3;

function acceptedScripts(context: SuiteContext, face: Face) {
  // Appended, every set goes through both faces (files.ts); created with, the smoke scripts send some.
  const sets = context.depth === "deep" ? combinedFiles(context) : [];
  return [
    script(context, `plain-${face}`, "Plain creations without and with files are accepted", (draft) => [
      { op: "create", face, as: "bare", data: draft.doc({}) },
      // As many files twice, since an answer that is lost once is an accident.
      { op: "create", face, as: "plain", data: plainDocument(draft.marker()).data, files: ownFiles(draft, 2) },
      { op: "create", face, as: "several", data: draft.doc(), files: ownFiles(draft, 2) },
      ...["$bare", "$plain", "$several"].flatMap((trace, index): OperationStep[] => [
        { op: "details", face: alternating(index), trace },
        { op: "state", face: alternating(index + 1), trace },
      ]),
      // Traces of the legacy face may share their files; the smoke scripts ask those of v2 for each other's.
      ...(face === "v2"
        ? []
        : [...archives("$several", ["$several.0", "$plain.0"]), ...singles("$several", ["$plain.1"])]),
    ]),
    ...sets.map((set, index) =>
      script(context, `files-${face}-${index}`, "A creation with files of many kinds keeps them all", (draft) => [
        { op: "create", face, as: "t", data: draft.doc(), ...withFiles(set) },
        { op: "details", face, trace: "$t" },
        ...archives("$t", allFilesOf("t")),
      ]),
    ),
  ];
}

/** Of what is wrong with a body, longer runs send half through each face, and the other half with an action (refusals.ts). */
function brokenScripts(context: SuiteContext, face: Face) {
  const topic = "broken-body";
  const defects =
    context.depth === "quick"
      ? chosen(context, multipartBodyDefects, { count: 3, sure: 3, topic })
      : dealt(context, multipartBodyDefects, { face, sure: 4, topic, upTo: "standard" });
  return inPieces(defects, 12).map((piece, index) =>
    script(context, `broken-${face}-${index}`, "A broken creation is refused and leaves no trace", (draft) => {
      const refused = inPieces(piece, perMarker).flatMap((some) => {
        const data = draft.doc();
        return some.map((body): OperationStep => ({ op: "create", face, body, data }));
      });
      return [...refused, ...searchesFor(refused)];
    }),
  );
}

function fieldScripts(context: SuiteContext, face: Face) {
  const topic = "fields";
  const every = fieldDefects("mark");
  const defects =
    context.depth === "quick"
      ? chosen(context, every, { count: 2, sure: 2, topic })
      : dealt(context, every, { face, sure: 2, topic, upTo: "standard" });
  return inPieces(defects, 12).map((piece, index) =>
    script(
      context,
      `fields-${face}-${index}`,
      "A creation with wrong fields is no accident of the service",
      (draft) => {
        const refused = inPieces(piece, perMarker).flatMap((some) => {
          const data = draft.doc();
          return some.map(({ omit, replace }): OperationStep => ({
            op: "create",
            face,
            data,
            ...(omit ? { omit } : {}),
            ...(replace ? { replace } : {}),
          }));
        });
        return [...refused, ...searchesFor(refused)];
      },
    ),
  );
}

export const creation: ScriptArea = {
  id: area,
  title: "Traces are created through both faces",
  scripts: (context) => [
    ...(context.depth === "quick" ? [] : faces.flatMap((face) => acceptedScripts(context, face))),
    ...someFaces(context, "broken").flatMap((face) => [
      ...brokenScripts(context, face),
      ...fieldScripts(context, face),
    ]),
  ],
};
