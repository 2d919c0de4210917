import type { FileTrait } from "./file-trait.ts";
import { contentTraits } from "./traits/contents.ts";
import { formatTraits } from "./traits/formats.ts";
import { nameTraits } from "./traits/names.ts";
import { partTraits } from "./traits/parts.ts";

/** Every kind of file that file sets are made of. */
export const fileTraits: readonly FileTrait[] = [...contentTraits, ...formatTraits, ...partTraits, ...nameTraits];

/** Trait of a set of more files than `plainFileCount`. */
export const manyFiles = "file.many";
/** So many plain files in one request every target must take. */
export const plainFileCount = 2;

/** The traits for combined and random sets: not refused, not doubtful, heavy ones only where wanted. */
export function usableFileTraits(refused: readonly string[], heavy: boolean): readonly FileTrait[] {
  const without = new Set(refused);
  return fileTraits.filter((kind) => !without.has(kind.trait) && !kind.doubtful && (heavy || !kind.heavy));
}
