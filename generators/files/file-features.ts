import type { FileFeature } from "./file-feature.ts";
import { contentFeatures } from "./features/contents.ts";
import { formatFeatures } from "./features/formats.ts";
import { nameFeatures } from "./features/names.ts";
import { partFeatures } from "./features/parts.ts";

/** Every kind of file that file sets are made of. */
export const fileFeatures: readonly FileFeature[] = [
  ...contentFeatures,
  ...formatFeatures,
  ...partFeatures,
  ...nameFeatures,
];

/** Feature of a set of more files than `plainFileCount`. */
export const manyFiles = "file.many";
/** So many plain files in one request every target must take. */
export const plainFileCount = 3;

/** The features for dense and random sets: not refused, not doubtful, heavy ones only where wanted. */
export function usableFileFeatures(refused: readonly string[], heavy: boolean): readonly FileFeature[] {
  const without = new Set(refused);
  return fileFeatures.filter((kind) => !without.has(kind.feature) && !kind.doubtful && (heavy || !kind.heavy));
}
