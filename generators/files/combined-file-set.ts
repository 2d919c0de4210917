import type { FileTrait } from "./file-trait.ts";
import { manyFiles, plainFileCount, usableFileTraits } from "./file-traits.ts";
import { fileSetOf, type GeneratedFiles } from "./generated-files.ts";

interface CombinedOptions {
  readonly refused: readonly string[];
  /** With the files of megabytes. */
  readonly heavy?: boolean;
}

/** One set with every trait that is not refused; cut to few files where the target refuses many. */
export function combinedFileSet(options: CombinedOptions): GeneratedFiles {
  if (options.refused.includes(manyFiles)) return combinedFileSets(options)[0] ?? { files: [], traits: [] };
  return fileSetOf(usableFileTraits(options.refused, options.heavy ?? false));
}

/** The same traits over several sets of at most `perSet` files; files that belong together stay together. */
export function combinedFileSets(options: CombinedOptions & { readonly perSet?: number }): readonly GeneratedFiles[] {
  const perSet = options.perSet ?? (options.refused.includes(manyFiles) ? plainFileCount : 9);
  const sets: FileTrait[][] = [];
  let room = 0;
  // A trait of more files than that cannot be sent at all.
  const traits = usableFileTraits(options.refused, options.heavy ?? false).filter(
    ({ files }) => files.length <= perSet,
  );
  for (const trait of traits) {
    const last = sets.at(-1);
    if (last && trait.files.length <= room) {
      last.push(trait);
      room -= trait.files.length;
    } else {
      sets.push([trait]);
      room = perSet - trait.files.length;
    }
  }
  return sets.map(fileSetOf);
}
