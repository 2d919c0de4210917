import type { DataFeature } from "./data-feature.ts";
import { keyFeatures, topKeyFeatures } from "./features/keys.ts";
import { lookAlikeFeatures } from "./features/look-alikes.ts";
import { numberFeatures } from "./features/numbers.ts";
import { plainFeatures } from "./features/plain.ts";
import { shapeFeatures } from "./features/shapes.ts";
import { sizeFeatures } from "./features/sizes.ts";
import { textFeatures } from "./features/text.ts";
import { unicodeFeatures } from "./features/unicode.ts";

/** Every kind of JSON content that documents are made of, the plain ones first. */
export const dataFeatures: readonly DataFeature[] = [
  ...plainFeatures,
  ...textFeatures,
  ...lookAlikeFeatures,
  ...unicodeFeatures,
  ...numberFeatures,
  ...shapeFeatures,
  ...sizeFeatures,
  ...keyFeatures,
  ...topKeyFeatures,
];

/** The data features that are not in `refused`. */
export function acceptedDataFeatures(refused: readonly string[]): readonly DataFeature[] {
  const without = new Set(refused);
  return dataFeatures.filter(({ feature }) => !without.has(feature));
}
