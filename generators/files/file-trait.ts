import type { ContentSpec, FileSpec } from "../../spec/vocabulary/script.ts";

/** One kind of attached file, or of a group of files, under a stable name. */
export interface FileTrait {
  /** Stable, such as `file.name-path`; stands in profiles and results. */
  readonly trait: string;
  /** True for what every target must accept. */
  readonly plain: boolean;
  /** The files that show it; several where the point is how they stand to each other. */
  readonly files: readonly FileSpec[];
  /** Megabytes: only where a run has time. */
  readonly heavy?: boolean;
  /** True where the interface does not say that such a part is a file at all; stays out of combined sets. */
  readonly doubtful?: boolean;
}

/** A file with a part name and a file name of its own. */
export function fileOf(name: string, content: ContentSpec, over: Partial<FileSpec> = {}): FileSpec {
  return { partName: `part-${name}`, fileName: `${name}.bin`, content, ...over };
}

/** A content that no other file has. */
export function contentFor(name: string): ContentSpec {
  return { text: `the content of ${name}\n` };
}
