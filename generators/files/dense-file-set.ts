import type { FileFeature } from "./file-feature.ts";
import { manyFiles, plainFileCount, usableFileFeatures } from "./file-features.ts";
import { fileSetOf, type GeneratedFiles } from "./generated-files.ts";

interface DenseOptions {
  readonly refused: readonly string[];
  /** With the files of megabytes. */
  readonly heavy?: boolean;
}

/** One set with every feature that is not refused; cut to few files where the target refuses many. */
export function denseFileSet(options: DenseOptions): GeneratedFiles {
  if (options.refused.includes(manyFiles)) return denseFileSets(options)[0] ?? { files: [], features: [] };
  return fileSetOf(usableFileFeatures(options.refused, options.heavy ?? false));
}

/** The same features over several sets of at most `perSet` files; files that belong together stay together. */
export function denseFileSets(options: DenseOptions & { readonly perSet?: number }): readonly GeneratedFiles[] {
  const perSet = options.perSet ?? (options.refused.includes(manyFiles) ? plainFileCount : 9);
  const sets: FileFeature[][] = [];
  let room = 0;
  for (const feature of usableFileFeatures(options.refused, options.heavy ?? false)) {
    const last = sets.at(-1);
    if (last && feature.files.length <= room) {
      last.push(feature);
      room -= feature.files.length;
    } else {
      sets.push([feature]);
      room = perSet - feature.files.length;
    }
  }
  return sets.map(fileSetOf);
}
