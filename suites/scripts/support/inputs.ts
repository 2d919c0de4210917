import {
  acceptedDataTraits,
  combinedDocument,
  combinedFileSets,
  contentLike,
  documentOf,
  fileTraits,
  type GeneratedFiles,
} from "../../../generators/index.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { FileSpec } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";
import type { Draft } from "./define-script.ts";
import { inPieces } from "./choose.ts";

/** The members of a step that carries every kind of data that may come together. */
export function combinedData(context: SuiteContext, draft: Draft) {
  return combinedDocument({ refused: [...context.refused, ...context.apart], marker: draft.marker() });
}

/** One of each kind that services tend to treat apart, in few bytes. */
const telling =
  /^data\.(null|false|text-empty|array-empty|object-empty|long-256|deep-8|deep-arrays-8|latin|cjk|emoji|int-53)$/;

/** The members of a step that carries a few kinds of data: more than each form has, and less than any limit refuses. */
export function tellingData(context: SuiteContext, draft: Draft, data: JsonObject) {
  const kinds = acceptedDataTraits(context.refused).filter(({ trait }) => telling.test(trait));
  const document = documentOf(kinds, draft.marker());
  return { ...document, data: { ...document.data, ...data } };
}

/** The members of steps that carry the kinds of data in pieces of `size`. */
export function dataInPieces(context: SuiteContext, draft: Draft, size: number) {
  return inPieces(acceptedDataTraits(context.refused), size).map((piece) => documentOf(piece, draft.marker()));
}

/** Sets of few files that together are of every kind. */
export function combinedFiles(context: SuiteContext): readonly GeneratedFiles[] {
  return combinedFileSets({ refused: context.refused, heavy: context.depth === "deep" });
}

/** The members of a step that carries these files. */
export function withFiles({ files, traits }: GeneratedFiles) {
  return { files, ...(traits.length > 0 ? { traits } : {}) };
}

/** The second and later ones, by their place: as long as services begin to treat them otherwise, by the end of the name. */
const longer = ["txt", "csv", "json", "md", "xml"] as const;
const longerBytes = 1_400;

/**
 * Plain files that no other trace holds, so that their digests are the trace's own.
 * @param extension the end of the first name, without the dot
 */
export function ownFiles(draft: Draft, count: number, extension = "txt"): readonly FileSpec[] {
  return Array.from({ length: count }, (_, index) => {
    const { run, marker } = draft.marker();
    const about = `File ${index} of run ${run}, ${marker}.`;
    const fileName = `note-${index}.${index === 0 ? extension : (longer[index % longer.length] ?? extension)}`;
    return {
      partName: `attachment-${index}`,
      fileName,
      content: index === 0 ? { text: `${about}\n` } : contentLike(fileName, about, longerBytes),
    };
  });
}

/** What a server that also has pages gives out to everybody: guards make exceptions for it, by the end of the name. */
const ofPages = ["png", "css", "js", "svg", "ico", "json", "html", "woff2", "jpg", "pdf"] as const;

/** Those; of a target that refuses some formats only such as it is known to take. */
export function publicExtensions({ refused }: Pick<SuiteContext, "refused">): readonly string[] {
  const traitOf = (extension: string): string => `file.format-${extension}`;
  const takesAny = !refused.some((trait) => trait.startsWith(traitOf("")));
  const tried = new Set(fileTraits.map(({ trait }) => trait));
  return ofPages.filter((one) => takesAny || (tried.has(traitOf(one)) && !refused.includes(traitOf(one))));
}
