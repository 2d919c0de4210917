/** Why requests were not sent, by operation, in bounded memory. */
import type { OperationId } from "../../spec/operations.ts";
import type { Unsent } from "../../spec/vocabulary/history.ts";

type Reason = Pick<Unsent, "reason" | "remedy">;

/** By operation: how often each reason kept requests of it from being sent. */
export type UnsentState = Readonly<Record<string, readonly (Reason & { readonly count: number })[]>>;

const maxReasons = 8;

export class UnsentTally {
  readonly #reasons = new Map<string, Map<string, Reason & { count: number }>>();

  add(operation: OperationId | string, why: Reason, count = 1): void {
    let known = this.#reasons.get(operation);
    if (!known) this.#reasons.set(operation, (known = new Map()));
    // Labels and numbers differ from script to script, and say the same.
    const key = why.reason.replace(/\$[\w-]+/g, "$").replace(/\d+/g, "0");
    const entry = known.get(key);
    if (entry) entry.count += count;
    else if (known.size < maxReasons) known.set(key, { ...why, count });
  }

  merge(state: UnsentState): void {
    for (const [operation, reasons] of Object.entries(state))
      for (const { count, ...why } of reasons) this.add(operation, why, count);
  }

  toJSON(): UnsentState {
    return Object.fromEntries([...this.#reasons].map(([operation, known]) => [operation, [...known.values()]]));
  }
}
