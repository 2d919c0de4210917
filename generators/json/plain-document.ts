import { documentOf, type GeneratedDocument } from "./generated-document.ts";
import { dataFeatures } from "./data-features.ts";
import type { Mark } from "./mark.ts";

/** One document of ordinary content, which every target must accept. */
export function plainDocument(mark: Mark): GeneratedDocument {
  return documentOf(
    dataFeatures.filter(({ plain }) => plain),
    mark,
  );
}
