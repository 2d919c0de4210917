/** Why requests were not sent, by operation, in bounded memory. */
import type { OperationId } from "../../spec/operations.ts";

/** How often each reason kept requests of an operation from being sent. */
export type UnsentState = Readonly<Record<string, Readonly<Record<string, number>>>>;

const maxReasons = 8;

export class UnsentTally {
  readonly #reasons = new Map<string, Map<string, { readonly reason: string; count: number }>>();

  add(operation: OperationId | string, reason: string, count = 1): void {
    let known = this.#reasons.get(operation);
    if (!known) this.#reasons.set(operation, (known = new Map()));
    // Labels and numbers differ from script to script, and say the same.
    const key = reason.replace(/\$[\w-]+/g, "$").replace(/\d+/g, "0");
    const entry = known.get(key);
    if (entry) entry.count += count;
    else if (known.size < maxReasons) known.set(key, { reason, count });
  }

  merge(state: UnsentState): void {
    for (const [operation, reasons] of Object.entries(state))
      for (const [reason, count] of Object.entries(reasons)) this.add(operation, reason, count);
  }

  toJSON(): UnsentState {
    return Object.fromEntries(
      [...this.#reasons].map(([operation, known]) => [
        operation,
        Object.fromEntries([...known.values()].map(({ reason, count }) => [reason, count])),
      ]),
    );
  }
}
