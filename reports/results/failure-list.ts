/**
 * The failures of one requirement that a report shows: at most ten, the smallest scripts first, each message once.
 * The outcome does not depend on the order in which failures come in, so that shards merge to the same list.
 */
import type { Face, OperationId } from "../../spec/operations.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { ReportedExchange, SequenceResult } from "./model.ts";

const maxFailures = 10;
/** Of the failures of a requirement as JSON, beside the first: results are written again and again while a run goes on. */
const maxLength = 196_608;

/** A failure as the collector keeps it; file name and replay command follow when the results are finished. */
export interface KeptFailure {
  readonly message: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly operation?: OperationId;
  readonly face?: Face;
  readonly script: Script;
  readonly scriptFile?: string;
  readonly exchanges: readonly ReportedExchange[];
  readonly sequence?: SequenceResult;
  /** Length of the script as JSON. */
  readonly size: number;
}

/** What decides the place of a failure in the list. */
export type FailureRank = Pick<KeptFailure, "message" | "size"> & { readonly script: Pick<Script, "id"> };

export class FailureList {
  readonly #best = new Map<string, KeptFailure>();
  readonly #lengths = new WeakMap<KeptFailure, number>();

  /** The failures kept, in their order: the first, and of the others as many as there is room for. */
  get kept(): readonly KeptFailure[] {
    const [first, ...others] = this.#sorted;
    if (!first) return [];
    let room = maxLength;
    return [first, ...others.filter((failure) => (room -= this.#lengthOf(failure)) >= 0)];
  }

  get #sorted(): KeptFailure[] {
    return [...this.#best.values()].sort(byRank);
  }

  #lengthOf(failure: KeptFailure): number {
    let length = this.#lengths.get(failure);
    if (length === undefined) this.#lengths.set(failure, (length = JSON.stringify(failure).length));
    return length;
  }

  /** Takes a failure in if it belongs to the list; `make` is called only then. */
  offer(rank: FailureRank, make: () => KeptFailure): void {
    const key = messageKey(rank.message);
    const known = this.#best.get(key);
    if (known) {
      if (byRank(rank, known) < 0) this.#best.set(key, make());
      return;
    }
    if (this.#best.size >= maxFailures) {
      const last = this.#sorted.at(-1);
      if (last && byRank(rank, last) > 0) return;
      if (last) this.#best.delete(messageKey(last.message));
    }
    this.#best.set(key, make());
  }

  /** Adds what another list kept. */
  merge(others: readonly KeptFailure[]): void {
    for (const failure of others) this.offer(failure, () => failure);
  }
}

function byRank(a: FailureRank, b: FailureRank): number {
  return a.size - b.size || compare(a.script.id, b.script.id) || compare(a.message, b.message);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Two messages that differ in UUIDs or digests alone say the same thing. */
function messageKey(message: string): string {
  return message
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, "«uuid»")
    .replace(/\b[0-9a-f]{32,}\b/gi, "«digest»");
}
