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

/** The members of a step with every kind of data that may be combined. */
export function combinedData(context: SuiteContext, draft: Draft) {
  return combinedDocument({ refused: [...context.refused, ...context.apart], marker: draft.marker() });
}

/** One of each kind that services tend to treat differently, in few bytes. */
const telling =
  /^data\.(null|false|text-empty|array-empty|object-empty|long-256|deep-8|deep-arrays-8|latin|cjk|emoji|int-53)$/;

/** The members of a step with a few kinds of data: more than most forms have, and below any limit. */
export function tellingData(context: SuiteContext, draft: Draft, data: JsonObject) {
  const kinds = acceptedDataTraits(context.refused).filter(({ trait }) => telling.test(trait));
  const document = documentOf(kinds, draft.marker());
  return { ...document, data: { ...document.data, ...data } };
}

/** The members of steps that together have all kinds of data, `size` kinds each. */
export function dataInPieces(context: SuiteContext, draft: Draft, size: number) {
  return inPieces(acceptedDataTraits(context.refused), size).map((piece) => documentOf(piece, draft.marker()));
}

/** Few sets of files that together have every kind. */
export function combinedFiles(context: SuiteContext): readonly GeneratedFiles[] {
  return combinedFileSets({ refused: context.refused, heavy: context.depth === "deep" });
}

/** The members of a step with these files. */
export function withFiles({ files, traits }: GeneratedFiles) {
  return { files, ...(traits.length > 0 ? { traits } : {}) };
}

/** Extensions of the second and later files, as some services treat types differently. */
const longer = ["txt", "csv", "json", "md", "xml"] as const;
const longerBytes = 1_400;

/**
 * Plain files with unique content, so that their digests belong to one trace.
 * @param extension of the first file, without the dot
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

/** Extensions that a web server serves to everybody: an access check may make exceptions for them. */
const ofPages = ["png", "css", "js", "svg", "ico", "json", "html", "woff2", "jpg", "pdf"] as const;

/** These extensions; if the target refuses some formats, only those that it is known to take. */
export function publicExtensions({ refused }: Pick<SuiteContext, "refused">): readonly string[] {
  const traitOf = (extension: string): string => `file.format-${extension}`;
  const takesAny = !refused.some((trait) => trait.startsWith(traitOf("")));
  const tried = new Set(fileTraits.map(({ trait }) => trait));
  return ofPages.filter((one) => takesAny || (tried.has(traitOf(one)) && !refused.includes(traitOf(one))));
}
