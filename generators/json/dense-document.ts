import { acceptedDataFeatures } from "./data-features.ts";
import { documentOf, type GeneratedDocument } from "./generated-document.ts";
import type { Mark } from "./mark.ts";

/** One document with every feature that is not refused, so that one exchange tries them all and a diff names the culprit. */
export function denseDocument(options: {
  readonly refused: readonly string[];
  readonly mark: Mark;
}): GeneratedDocument {
  return documentOf(acceptedDataFeatures(options.refused), options.mark);
}
