import fc from "fast-check";
import { usableFileTraits } from "./file-traits.ts";
import { fileSetOf, type GeneratedFiles } from "./generated-files.ts";

/** No file, or some kinds of files together. Shrinks towards no file. */
export function fileSetArbitrary(options: {
  readonly refused: readonly string[];
  readonly maxKinds?: number;
  readonly heavy?: boolean;
  /** Only what every target must accept. */
  readonly plain?: boolean;
}): fc.Arbitrary<GeneratedFiles> {
  const kinds = usableFileTraits(options.refused, options.heavy ?? false).filter(
    (kind) => !options.plain || kind.plain,
  );
  if (kinds.length === 0) return fc.constant({ files: [], traits: [] });
  return fc.uniqueArray(fc.constantFrom(...kinds), { maxLength: options.maxKinds ?? 4 }).map(fileSetOf);
}
