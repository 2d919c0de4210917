import type { FileSpec } from "../../spec/vocabulary/script.ts";
import type { FileTrait } from "./file-trait.ts";
import { manyFiles, plainFileCount } from "./file-traits.ts";

/** The files of one request, with what is unusual in them. */
export interface GeneratedFiles {
  readonly files: readonly FileSpec[];
  /** The traits that a target may refuse, as a step lists them. */
  readonly traits: readonly string[];
}

/** One set with the files of these traits. */
export function fileSetOf(traits: readonly FileTrait[]): GeneratedFiles {
  const files = traits.flatMap((trait) => trait.files);
  const unusual = traits.filter(({ plain }) => !plain).map(({ trait }) => trait);
  return { files, traits: files.length > plainFileCount ? [...unusual, manyFiles] : unusual };
}
