/** How much a run may cost at most, whatever the target does: time, and requests beside those that are planned. */
import type { Limits } from "../../driver/index.ts";

/** Failures are made smaller for this many requirements; the others keep the script that found them. */
export const maxReductions = 12;

/** What the probes send to a target that answers them. */
const probeRequests = 150;
/** For the probes, for waiting until searches see what was written, and for reports. */
const baseMs = 120_000;
/** A reply that takes so long is slow, also on a busy environment. */
const slowReplyMs = 1_000;

/** Until it is known what is planned: as many requests as a run of depth standard sends. */
export const presumedExchanges = 3_000;

/** What is planned, as far as it costs requests and time. */
export interface PlannedCost {
  /** Requests of all scripts. */
  readonly exchanges: number;
  /** Absent: the run ends with its scripts. */
  readonly durationMs?: number | undefined;
}

/**
 * Milliseconds after which a run ends with what it knows: `limits.totalMs`, or else two minutes, the wanted duration, and
 * twice the time of all planned requests where each took a second; twice, as failures are made smaller meanwhile.
 */
export function totalMsOf(
  { exchanges, durationMs = 0 }: PlannedCost,
  { totalMs, concurrency, requestsPerSecond }: Pick<Limits, "totalMs" | "concurrency" | "requestsPerSecond">,
): number {
  if (totalMs !== undefined) return totalMs;
  const perRequestMs = Math.max(slowReplyMs / concurrency, 1_000 / (requestsPerSecond ?? Infinity));
  const requestsMs = 2 * (exchanges + probeRequests) * perRequestMs;
  return baseMs + durationMs + Math.ceil(requestsMs / 1_000) * 1_000;
}

/** Bytes of all responses: `limits.maxTotalBytes`, and as much again for each ten minutes of the wanted duration. */
export function totalBytesOf(
  { durationMs = 0 }: Pick<PlannedCost, "durationMs">,
  { maxTotalBytes }: Pick<Limits, "maxTotalBytes">,
): number {
  return maxTotalBytes * (1 + durationMs / 600_000);
}

/**
 * Requests that smaller scripts may cost, and as many again scripts that run once more because answers were lost: with both
 * a red run sends at most twice what a green one does.
 */
export function reductionRequestsOf({ exchanges }: PlannedCost): number {
  return Math.floor(exchanges * 0.5);
}

/** Of the planned requests so many may be sent beside them; a little is under way already when it is met. */
const mostBeside = 0.85;

/**
 * What a run sends beside the requests that are planned, of whatever kind: a target whose traces run into one another has
 * scripts read pages upon pages, and wait for what never comes.
 */
class BesidePlan {
  #most: number;
  #before = 0;
  #plannedEnded = 0;
  readonly #sent: () => number;

  /** @param sent how many requests the run has sent by now */
  constructor(most: number, sent: () => number) {
    this.#most = most;
    this.#sent = sent;
  }

  /** Begins with the planned scripts: what was sent before were the probes. */
  begin({ exchanges }: PlannedCost): void {
    this.#most = Math.floor(exchanges * mostBeside);
    this.#before = this.#sent();
  }

  /** Notes that a planned script has ended which was to send so many. */
  ended(requests: number): void {
    this.#plannedEnded += requests;
  }

  /** True once nearly as much was sent beside the plan as was planned: a red run sends at most twice what a green one does. */
  get isSpent(): boolean {
    return this.#sent() - this.#before - this.#plannedEnded > this.#most;
  }
}

/** What the search for smaller failing scripts, or another look at scripts that met lost answers, may still cost. */
export class ReductionBudget {
  #requestsLeft: number;
  readonly #startedMs: number;
  readonly #isOverspent: () => boolean;
  #plannedUnderWay = 0;
  #plannedEndedMs: number | undefined;

  /**
   * @param startedMs when the run began, on the clock of `performance.now()`
   * @param isOverspent true once the planned scripts themselves have sent so much more than planned that nothing is left
   */
  constructor(requests: number, startedMs: number, isOverspent: () => boolean = () => false) {
    this.#requestsLeft = requests;
    this.#startedMs = startedMs;
    this.#isOverspent = isOverspent;
  }

  /** Sets what is left, once it is known what is planned. */
  grant(requests: number): void {
    this.#requestsLeft = requests;
  }

  /** True once nothing more may be tried: no requests left, or half as long after the planned scripts as they took. */
  get isSpent(): boolean {
    if (this.#requestsLeft <= 0 || this.#isOverspent()) return true;
    const endedMs = this.#plannedEndedMs;
    return endedMs !== undefined && performance.now() - endedMs > (endedMs - this.#startedMs) / 2;
  }

  /** Takes the requests of a script beforehand. @returns false where too few are left */
  take(requests: number): boolean {
    if (this.isSpent || requests > this.#requestsLeft) return false;
    this.#requestsLeft -= requests;
    return true;
  }

  /** Corrects what was taken by what was sent. */
  settle(taken: number, sent: number): void {
    this.#requestsLeft += taken - sent;
  }

  /** Runs a planned script: as long as one is under way, nothing is late. */
  async planned<T>(run: () => Promise<T>): Promise<T> {
    this.#plannedUnderWay += 1;
    this.#plannedEndedMs = undefined;
    try {
      return await run();
    } finally {
      this.#plannedUnderWay -= 1;
      if (this.#plannedUnderWay === 0) this.#plannedEndedMs = performance.now();
    }
  }
}

/** What a run may send beside its plan: smaller scripts, and scripts again whose answers were lost. */
export class ExtraRequests {
  readonly reductions: ReductionBudget;
  readonly again: ReductionBudget;
  readonly #besidePlan: BesidePlan;

  /**
   * @param startedMs when the run began, on the clock of `performance.now()`
   * @param sent how many requests the run has sent by now
   */
  constructor(startedMs: number, sent: () => number) {
    const planned = { exchanges: presumedExchanges };
    this.#besidePlan = new BesidePlan(planned.exchanges, sent);
    const isOverspent = (): boolean => this.#besidePlan.isSpent;
    this.reductions = new ReductionBudget(reductionRequestsOf(planned), startedMs, isOverspent);
    this.again = new ReductionBudget(reductionRequestsOf(planned), startedMs, isOverspent);
  }

  /** Begins with the planned scripts, once it is known what they cost. */
  begin(planned: PlannedCost): void {
    for (const budget of [this.reductions, this.again]) budget.grant(reductionRequestsOf(planned));
    this.#besidePlan.begin(planned);
  }

  /** Runs a planned script. @param requests that it is to send */
  async planned<T>(requests: number, run: () => Promise<T>): Promise<T> {
    try {
      return await this.reductions.planned(run);
    } finally {
      this.#besidePlan.ended(requests);
    }
  }
}
