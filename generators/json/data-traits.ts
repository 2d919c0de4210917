import type { DataTrait } from "./data-trait.ts";
import { keyTraits, topKeyTraits } from "./traits/keys.ts";
import { lookAlikeTraits } from "./traits/look-alikes.ts";
import { numberTraits } from "./traits/numbers.ts";
import { plainTraits } from "./traits/plain.ts";
import { shapeTraits } from "./traits/shapes.ts";
import { sizeTraits } from "./traits/sizes.ts";
import { textTraits } from "./traits/text.ts";
import { unicodeTraits } from "./traits/unicode.ts";

/** Every kind of JSON content that documents are made of, the plain ones first. */
export const dataTraits: readonly DataTrait[] = [
  ...plainTraits,
  ...textTraits,
  ...lookAlikeTraits,
  ...unicodeTraits,
  ...numberTraits,
  ...shapeTraits,
  ...sizeTraits,
  ...keyTraits,
  ...topKeyTraits,
];

/** The data traits that are not in `refused`. */
export function acceptedDataTraits(refused: readonly string[]): readonly DataTrait[] {
  const without = new Set(refused);
  return dataTraits.filter(({ trait }) => !without.has(trait));
}
