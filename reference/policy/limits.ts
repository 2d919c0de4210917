/** Sizes beyond which a request is refused. Open point `size-limits`. */
export interface LimitPolicy {
  /** Action data, in bytes of its JSON text; refused with 400. */
  dataBytes: number;
  /** A JSON body, in bytes; refused with 413. */
  jsonBodyBytes: number;
  /** One file, in bytes; refused with 413. */
  fileBytes: number;
  /** Files in one request; refused with 413. */
  files: number;
  /** Nesting of JSON input; refused with 400. */
  jsonDepth: number;
  /** Conditions in one search; refused with 400. */
  filters: number;
}

/** 5 MB of data, 2 GiB per file. */
export const defaultLimits: LimitPolicy = {
  dataBytes: 5 * 1024 * 1024,
  jsonBodyBytes: 1024 * 1024,
  fileBytes: 2 * 1024 ** 3,
  files: 500,
  jsonDepth: 500,
  filters: 500,
};
