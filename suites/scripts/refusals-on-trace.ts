/** What probes saw refused on one trace of a process, with what had been done there. */
import type { JsonObject } from "../../spec/json.ts";
import type { Account } from "../../spec/vocabulary/script.ts";

/** A creation or an action as the probes sent it. */
export interface SentBefore {
  readonly action: string;
  readonly data: JsonObject;
  readonly markerAt?: readonly string[];
  /** For which group it was sent, where the action is open to several. */
  readonly group?: string;
  /** Who sent it. */
  readonly sender: Account;
}

/** Actions that a target refused on one trace of a process while the probes looked for its way. */
export interface RefusedBefore {
  /** Index of the workflow. */
  readonly workflow: number;
  /** The creation of the trace, and what was taken on it up to the last of the refusals. */
  readonly done: readonly SentBefore[];
  readonly refused: readonly RefusedThere[];
}

export interface RefusedThere extends SentBefore {
  /** How many of those had been done. */
  readonly after: number;
  /**
   * The status and the words of the refusal, without what they name, and whether the same was taken some times before: what is
   * refused in others is refused for another reason.
   */
  readonly words: string;
}
