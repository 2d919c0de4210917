/**
 * An operation that brings no complete response many times in a row is not asked again for a while: every attempt would
 * cost the full timeout, and what there is to find has been found. The rest is reported as unsent. When no operation at
 * all has brought a response for some timeouts, all are given up: a target that is silent as a whole would otherwise
 * cost each operation's patience one after the other. Logins tell nothing of the others and are left out of that. Requests
 * with a defect are counted by themselves as well, by the place of the defect, and given up sooner: an operation that does
 * well may let each malformed request wait for ever.
 */
import type { Operation, OperationId } from "../../spec/operations.ts";
import type { Defect, TransportFailure } from "../../spec/vocabulary/history.ts";
import { UnsentStep } from "./unsent.ts";

const faultsUntilOpen = 16;
const openMs = 30_000;
/** A run has few requests with a defect in one place, and each costs the full timeout. */
const defectiveUntilGivenUp = 6;
/** Some malformed requests are answered and others wait for ever: so many of these are enough, whatever came between. */
const waitedInAll = 4;
/** The target is taken as silent after faults of as many operations in a row, for as many timeouts after the first. */
const operationsUntilSilent = 2;
const timeoutsUntilSilent = 2;

const wholeAnswers = (id?: OperationId): string =>
  `whole answers${id === undefined ? "" : ` of ${id}`} within \`limits.timeoutMs\`, or a longer one`;

/** False where a request failed by what this process did, or as its connection was closed as idle: that costs no timeout. */
export const tellsOfOperation = (failure: TransportFailure | undefined): boolean =>
  failure?.kind !== "interrupted" && failure?.kind !== "disturbed" && failure?.idle !== true;

export class Breaker {
  readonly #timeoutMs: number;
  readonly #faults = new Map<OperationId, number>();
  readonly #openUntilMs = new Map<OperationId, number>();
  /** Faults in a row of requests with a defect, by operation and place. */
  readonly #defective = new Map<string, number>();
  /** All such requests that were waited for in vain, by the same. */
  readonly #defectiveInAll = new Map<string, number>();
  readonly #silent = new Set<OperationId>();
  #silentSinceMs = 0;
  #silentUntilMs = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /**
   * @param defect where the request has its first defect; absent where it has none
   * @throws UnsentStep while the operation, or that of its requests, is given up.
   */
  pass({ id, bearer }: Operation, defect?: Defect["where"]): void {
    if (bearer) this.#passSilence();
    const defective = defect === undefined ? 0 : (this.#defective.get(`${id} ${defect}`) ?? 0);
    if (defective >= defectiveUntilGivenUp)
      throw new UnsentStep(
        `${id} with a defect in its ${String(defect)} brought no complete response ${String(defective)} times in a row`,
        wholeAnswers(id),
      );
    const inAll = defect === undefined ? 0 : (this.#defectiveInAll.get(`${id} ${defect}`) ?? 0);
    if (inAll >= waitedInAll)
      throw new UnsentStep(
        `${id} with a defect in its ${String(defect)} brought no complete response ${String(inAll)} times`,
        wholeAnswers(id),
      );
    const until = this.#openUntilMs.get(id);
    if (until === undefined) return;
    const now = performance.now();
    const count = this.#faults.get(id) ?? 0;
    if (now < until)
      throw new UnsentStep(`${id} brought no complete response ${String(count)} times in a row`, wholeAnswers(id));
    // One may try; the others wait for what it finds.
    this.#openUntilMs.set(id, now + openMs);
  }

  /** Counts what came of a request. @param hasWaited true where it was waited for as long as may be */
  record({ id, bearer }: Operation, answered: boolean, defect?: Defect["where"], hasWaited = false): void {
    if (bearer) this.#listen(id, answered);
    if (defect !== undefined) {
      const key = `${id} ${defect}`;
      this.#defective.set(key, answered ? 0 : (this.#defective.get(key) ?? 0) + 1);
      if (hasWaited) this.#defectiveInAll.set(key, (this.#defectiveInAll.get(key) ?? 0) + 1);
    }
    if (answered) {
      this.#faults.delete(id);
      this.#openUntilMs.delete(id);
      return;
    }
    const faults = (this.#faults.get(id) ?? 0) + 1;
    this.#faults.set(id, faults);
    if (faults >= faultsUntilOpen) this.#openUntilMs.set(id, performance.now() + openMs);
  }

  /** Lets every request pass that is without a defect. @returns true where the target was taken as silent */
  listenAgain(): boolean {
    const wasSilent = this.#silentUntilMs !== 0;
    this.#silent.clear();
    this.#silentUntilMs = 0;
    this.#openUntilMs.clear();
    return wasSilent;
  }

  #passSilence(): void {
    if (this.#silentUntilMs === 0) return;
    const now = performance.now();
    if (now < this.#silentUntilMs) {
      const seconds = String(Math.round((now - this.#silentSinceMs) / 1000));
      throw new UnsentStep(
        `the target is silent: no request but logins got a complete response for ${seconds} s`,
        wholeAnswers(),
      );
    }
    this.#silentUntilMs = now + openMs;
  }

  #listen(id: OperationId, answered: boolean): void {
    if (answered) {
      this.#silent.clear();
      this.#silentUntilMs = 0;
      return;
    }
    const now = performance.now();
    if (this.#silent.size === 0) this.#silentSinceMs = now;
    this.#silent.add(id);
    const longEnough = now - this.#silentSinceMs >= timeoutsUntilSilent * this.#timeoutMs;
    if (longEnough && this.#silent.size >= operationsUntilSilent) this.#silentUntilMs = now + openMs;
  }
}
