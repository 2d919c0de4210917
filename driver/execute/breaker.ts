/**
 * Stops asking an operation for a while after many attempts in a row without a complete response: each attempt costs
 * the full timeout, and nothing new would be found. The rest is reported as unsent. When no operation at all has
 * answered for some timeouts, all are stopped, as a silent target would otherwise cost the patience for each; logins
 * say nothing about other operations and are left out of that. Requests with a defect are also counted separately, by
 * the place of the defect, and stopped sooner: a healthy operation may leave malformed requests without an answer.
 */
import type { Operation, OperationId } from "../../spec/operations.ts";
import type { Defect, TransportFailure } from "../../spec/vocabulary/history.ts";
import { UnsentStep } from "./unsent.ts";

const faultsUntilOpen = 16;
const openMs = 30_000;
/** A run has few requests with a defect in one place, and each costs the full timeout. */
const defectiveUntilGivenUp = 6;
/** Some malformed requests may be answered in between, so this counts all that timed out. */
const waitedInAll = 4;
/** The target counts as silent after faults of so many operations in a row, for so many timeouts. */
const operationsUntilSilent = 2;
const timeoutsUntilSilent = 2;

const wholeAnswers = (id?: OperationId): string =>
  `whole answers${id === undefined ? "" : ` of ${id}`} within \`limits.timeoutMs\`, or a longer one`;

/** False for failures caused by this process, or by closing an idle connection: these cost no timeout. */
export const tellsOfOperation = (failure: TransportFailure | undefined): boolean =>
  failure?.kind !== "interrupted" && failure?.kind !== "disturbed" && failure?.idle !== true;

export class Breaker {
  readonly #timeoutMs: number;
  readonly #faults = new Map<OperationId, number>();
  readonly #openUntilMs = new Map<OperationId, number>();
  /** Faults in a row of requests with a defect, by operation and place. */
  readonly #defective = new Map<string, number>();
  /** All such requests that timed out, by the same key. */
  readonly #defectiveInAll = new Map<string, number>();
  readonly #silent = new Set<OperationId>();
  #silentSinceMs = 0;
  #silentUntilMs = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Lets a request through.
   * @param defect where the request has its first defect; absent where it has none
   * @throws UnsentStep while the operation, or the operation with this defect, is stopped
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
    // One request may try; others wait for its outcome.
    this.#openUntilMs.set(id, now + openMs);
  }

  /** Records the outcome of a request. @param hasWaited true where it timed out */
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

  /** Lets every request without a defect through again. @returns true where the target counted as silent */
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
