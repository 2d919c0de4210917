/**
 * An operation that brings no complete response many times in a row is not asked again for a while: every attempt would
 * cost the full timeout, and what there is to find has been found. The rest is reported as unsent.
 */
import type { Operation, OperationId } from "../../spec/operations.ts";
import { UnsentStep } from "./unsent.ts";

const faultsUntilOpen = 16;
const openMs = 30_000;

export class Breaker {
  readonly #faults = new Map<OperationId, number>();
  readonly #openUntilMs = new Map<OperationId, number>();

  /** @throws UnsentStep while the operation is given up. */
  pass({ id }: Operation): void {
    const until = this.#openUntilMs.get(id);
    if (until === undefined) return;
    const now = performance.now();
    const count = this.#faults.get(id) ?? 0;
    if (now < until) throw new UnsentStep(`${id} brought no complete response ${String(count)} times in a row`);
    // One may try; the others wait for what it finds.
    this.#openUntilMs.set(id, now + openMs);
  }

  /** Counts what came of a request. */
  record({ id }: Operation, answered: boolean): void {
    if (answered) {
      this.#faults.delete(id);
      this.#openUntilMs.delete(id);
      return;
    }
    const faults = (this.#faults.get(id) ?? 0) + 1;
    this.#faults.set(id, faults);
    if (faults >= faultsUntilOpen) this.#openUntilMs.set(id, performance.now() + openMs);
  }
}
