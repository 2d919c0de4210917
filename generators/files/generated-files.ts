import type { FileSpec } from "../../spec/vocabulary/script.ts";
import type { FileFeature } from "./file-feature.ts";
import { manyFiles, plainFileCount } from "./file-features.ts";

/** The files of one request, with what is unusual in them. */
export interface GeneratedFiles {
  readonly files: readonly FileSpec[];
  /** The features that a target may refuse, as a step lists them. */
  readonly features: readonly string[];
}

/** One set with the files of these features. */
export function fileSetOf(features: readonly FileFeature[]): GeneratedFiles {
  const files = features.flatMap((feature) => feature.files);
  const unusual = features.filter(({ plain }) => !plain).map(({ feature }) => feature);
  return { files, features: files.length > plainFileCount ? [...unusual, manyFiles] : unusual };
}
