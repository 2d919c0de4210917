/** Malformed requests between reads: what is refused leaves no mark, and nothing makes the service fall over. */
import { fieldDefects, malformedSteps, multipartBodyDefects } from "../../../generators/index.ts";
import { alternating, type Face, faces, type OperationKind, otherFace } from "../../../spec/operations.ts";
import type { FileSpec, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth, chosen, dealt, inPieces, someFaces } from "../support/choose.ts";
import { type Draft, scriptsOf } from "../support/define-script.ts";
import { ownFiles } from "../support/inputs.ts";
import { allFilesOf, archives, reads, singles } from "../support/steps.ts";

const area = "refusals";
const script = scriptsOf(area);

/** Files of the first of these actions, `$r0`, `$r1` …, which must not be had where the action was refused. */
function uploadsOf(actions: readonly number[]): readonly OperationStep[] {
  const digests = actions.map((index) => ({ refused: `$r${index}.0` }) as const);
  return [...singles("$t", digests.slice(0, 3)), ...archives("$t", digests.slice(0, 1))];
}

/** An action or a group that nobody knows may be noticed once the files are kept already. */
function lateRefusedFirst(defects: ReturnType<typeof fieldDefects>): readonly number[] {
  const isLate = (index: number): boolean => /^unknown-/.test(defects[index]?.name ?? "");
  return [...defects.keys()].toSorted((one, other) => Number(isLate(other)) - Number(isLate(one)));
}

/**
 * The same files once more, with an action that is taken: they must be had then.
 * @param held what an earlier action attached: it is there twice then, under two names
 */
function attachedAfterAll(
  draft: Draft,
  face: Face,
  refused: readonly (readonly FileSpec[])[],
  held: readonly FileSpec[] = [],
): readonly OperationStep[] {
  const isHeld = held.length > 0;
  // Three files in all, as many may be too many.
  const some = isHeld ? [0] : [0, refused.length >> 1, refused.length - 1];
  const created = ["$t.0"] as const;
  const files = [...new Set(some)]
    .flatMap((index) => refused[index] ?? [])
    .concat(held)
    .map((file, index): FileSpec => ({ ...file, partName: `again-${index}`, fileName: `again-${index}.txt` }))
    // What comes with files that are known is new all the same.
    .concat(isHeld ? ownFiles(draft, 1) : []);
  // Some of the actions may have been taken after all, and a target may refuse what a trace has.
  const traits = ["file.sent-before"];
  return [
    { op: "act", face, as: "after", trace: "$t", data: draft.doc({ again: true }), files, traits },
    // No digest twice, which may be refused.
    { op: "files", face: otherFace(face), trace: "$t", digests: [...allFilesOf("after"), ...(isHeld ? [] : created)] },
    ...singles("$t", isHeld ? created : ["$after.0"]),
  ];
}

/** What the first of the refused actions brings beside its own: files that the trace has already, and must go on to have. */
function heldToo(index: number, kept: readonly FileSpec[]): readonly FileSpec[] {
  return index > 0 ? [] : kept.map((file) => ({ ...file, partName: "held-already", fileName: "held already.txt" }));
}

/** In longer runs half through each face: a creation brings the other half (creation.ts). */
function brokenActs(context: SuiteContext, face: Face) {
  const defects =
    context.depth === "quick"
      ? chosen(context, multipartBodyDefects, { count: 3, sure: 2, topic: "broken-act" })
      : dealt(context, multipartBodyDefects, {
          face: otherFace(face),
          sure: 4,
          topic: "broken-body",
          upTo: "standard",
        });
  return inPieces(defects, 12).map((piece, index) =>
    script(context, `act-${face}-${index}`, "A refused action leaves links, state and files as they were", (draft) => {
      const brought = piece.map(() => ownFiles(draft, 1));
      const kept = ownFiles(draft, 1);
      return [
        { op: "create", face, as: "t", data: draft.doc({ kept: 1 }), files: kept },
        ...reads("$t"),
        ...piece.flatMap((body, n): OperationStep[] => [
          {
            op: "act",
            face,
            as: `r${n}`,
            trace: "$t",
            body,
            data: draft.doc({ refused: true }),
            files: [...(brought[n] ?? []), ...heldToo(n, kept)],
          },
          // Each shows what all before it left.
          ...(n % 2 === 0
            ? []
            : [{ op: n % 4 === 1 ? "details" : "state", face: alternating(n >> 2), trace: "$t" } as const]),
        ]),
        { op: "files", face, trace: "$t", digests: ["$t.0"] },
        ...uploadsOf([...piece.keys()]),
        ...reads("$t"),
        ...attachedAfterAll(draft, face, brought),
        { op: "act", face, trace: "$t", data: draft.doc({ kept: 2 }) },
        { op: "state", face: otherFace(face), trace: "$t" },
        { op: "details", face, trace: "$t" },
      ];
    }),
  );
}

function wrongFields(context: SuiteContext, face: Face) {
  const every = fieldDefects("mark");
  const defects = dealt(context, every, { face: otherFace(face), sure: 2, topic: "fields", upTo: "standard" });
  return inPieces(defects, 24).map((piece, index) =>
    script(
      context,
      `act-fields-${face}-${index}`,
      "An action with wrong fields is done whole or not at all",
      (draft) => {
        const brought = piece.map(() => ownFiles(draft, 1));
        const kept = ownFiles(draft, 1);
        return [
          { op: "create", face, as: "t", data: draft.doc({ kept: 1 }), files: kept },
          ...piece.flatMap(({ omit, replace }, n): OperationStep[] => [
            {
              op: "act",
              face,
              as: `r${n}`,
              trace: "$t",
              // A member of its own, which no later action covers up.
              data: draft.doc({ [`perhaps${n}`]: index }),
              files: [...(brought[n] ?? []), ...heldToo(n, kept)],
              ...(omit ? { omit } : {}),
              ...(replace ? { replace } : {}),
            },
            // The state too: the next action that is done may cover up what was left in it.
            ...(n % 2 === 0
              ? []
              : [{ op: n % 4 === 1 ? "details" : "state", face: alternating(n >> 2), trace: "$t" } as const]),
          ]),
          ...uploadsOf(lateRefusedFirst(piece)),
          ...attachedAfterAll(draft, face, brought, kept),
          ...reads("$t"),
        ];
      },
    ),
  );
}

/** Malformed reads of an existing trace, then a look that all is well. */
function malformedReads(context: SuiteContext, face: Face) {
  // Digests of nothing are asked for in files.ts, too.
  const kinds: readonly OperationKind[] =
    context.depth === "deep" ? ["details", "files", "file", "search"] : ["details", "search"];
  const perKind = byDepth(context, { quick: 2, standard: 8, deep: 99 });
  return inPieces(
    kinds.filter((kind) => kind !== "file" || face === "v2"),
    2,
  ).map((some) =>
    script(context, `${some[0] ?? ""}-${face}`, "A malformed request is refused in good manners", (draft) => [
      { op: "create", face, as: "t", data: draft.doc(), files: ownFiles(draft, 1) },
      ...some.flatMap((kind) => {
        const steps = malformedSteps(kind, { face, trace: "$t", data: draft.doc() });
        return chosen(context, steps, { count: perKind, sure: 2, topic: `malformed-${kind}-${face}` });
      }),
      ...reads("$t"),
    ]),
  );
}

export const refusals: ScriptArea = {
  id: area,
  title: "What is refused leaves no mark",
  scripts: (context) => [
    ...someFaces(context, area).flatMap((face) => brokenActs(context, face)),
    ...(context.depth === "quick" ? [] : faces.flatMap((face) => wrongFields(context, face))),
    ...(context.depth === "quick" ? [] : faces.flatMap((face) => malformedReads(context, face))),
  ],
};
