/** A trace of somebody else that may be looked at where the run itself can write none. */
export interface ReadableTrace {
  readonly traceId: string;
  /** Digests of files that the target gave out of it. */
  readonly digests: readonly string[];
}
