import {
  acceptedDataFeatures,
  denseDocument,
  denseFileSets,
  documentOf,
  type GeneratedFiles,
} from "../../../generators/index.ts";
import type { FileSpec } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";
import type { Draft } from "./define-script.ts";
import { inPieces } from "./choose.ts";

/** The members of a step that carries every kind of data. */
export function denseData(context: SuiteContext, draft: Draft) {
  return denseDocument({ refused: context.refused, mark: draft.mark() });
}

/** The members of steps that carry the kinds of data in pieces of `size`. */
export function dataInPieces(context: SuiteContext, draft: Draft, size: number) {
  return inPieces(acceptedDataFeatures(context.refused), size).map((piece) => documentOf(piece, draft.mark()));
}

/** Sets of few files that together are of every kind. */
export function denseFiles(context: SuiteContext): readonly GeneratedFiles[] {
  return denseFileSets({ refused: context.refused, heavy: context.depth === "deep" });
}

/** The members of a step that carries these files. */
export function withFiles({ files, features }: GeneratedFiles) {
  return { files, ...(features.length > 0 ? { features } : {}) };
}

/** Plain files that no other trace holds, so that their digests are the trace's own. */
export function ownFiles(draft: Draft, count: number): readonly FileSpec[] {
  return Array.from({ length: count }, (_, index) => {
    const { run, mark } = draft.mark();
    return {
      partName: `attachment-${index}`,
      fileName: `note-${index}.txt`,
      content: { text: `File ${index} of run ${run}, ${mark}.\n` },
    };
  });
}
