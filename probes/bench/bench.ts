/** The traces that probes look at. */
import type { Face } from "../../spec/operations.ts";
import type { Json } from "../../spec/vocabulary/json.ts";
import type { SentFile } from "../../spec/vocabulary/history.ts";

/** An action that the target accepted. */
export interface KnownAction {
  readonly face: Face;
  readonly data: Json;
  readonly actionKey: string;
  readonly groupLabel: string;
  readonly files: readonly SentFile[];
  /** What the v2 action answered. */
  readonly uuid?: string;
}

export interface KnownTrace {
  readonly traceId: string;
  readonly workflow: number;
  /** All of its actions, in order; empty for a trace that was found, not written. */
  readonly actions: readonly KnownAction[];
  readonly createdAtMs: number;
}

export interface Bench {
  /** True when the traces were found on the target; then nobody knows what was written into them. */
  readonly found: boolean;
  /** Every trace, the longest first. */
  readonly traces: readonly KnownTrace[];
  /** The trace with the most links. */
  readonly long?: KnownTrace;
  /** A second trace, with files of its own. */
  readonly other?: KnownTrace;
  /** A trace that was created and never acted on, for search. */
  readonly alone?: KnownTrace;
  /** A trace into whose second action a null was written over a text. */
  readonly nulls?: KnownTrace;
  /** Index of the workflow in which everything is written. */
  readonly workflow: number;
  /** Keys of the actions that create and append; `append` is absent where the target has none that appends. */
  readonly createAction?: string;
  readonly appendAction?: string;
}
