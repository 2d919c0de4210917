import { documentOf, type GeneratedDocument } from "./generated-document.ts";
import { dataTraits } from "./data-traits.ts";
import type { Marker } from "./marker.ts";

/** One document of ordinary content, which every target must accept. */
export function plainDocument(marker: Marker): GeneratedDocument {
  return documentOf(
    dataTraits.filter(({ plain }) => plain),
    marker,
  );
}
