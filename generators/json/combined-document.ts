import { acceptedDataTraits } from "./data-traits.ts";
import { documentOf, type GeneratedDocument } from "./generated-document.ts";
import type { Marker } from "./marker.ts";

/**
 * One document with every trait that is not refused, so that one exchange tries them all and a diff names the one at
 * fault.
 */
export function combinedDocument(options: {
  readonly refused: readonly string[];
  readonly marker: Marker;
}): GeneratedDocument {
  return documentOf(acceptedDataTraits(options.refused), options.marker);
}
