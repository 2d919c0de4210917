/** How many requests run at once and start per second, shared by everything that one driver runs. */
import { LearnedRate } from "./learned-rate.ts";
import { EvenPace, PaceInBursts, type Pace } from "./pace.ts";

/** After so many rounds without a refusal one request more is tried at once. */
const roundsUntilMore = 16;
/** A shorter rest is none that a rate would ask for. */
const leastRestMs = 200;

export class Limiter {
  readonly #allowed: number;
  /** What was allowed, or what turned out to be the most that the target takes. */
  #most: number;
  #bound: number | undefined;
  /** What is sent at once now. */
  #concurrency: number;
  /** True from when one more is tried at once until many were taken so. */
  #trying = false;
  #answered = 0;
  #steppedUntilMs = 0;
  /** As was allowed; absent: as fast as may be. */
  readonly #pace: Pace | undefined;
  readonly #learned = new LearnedRate();
  /** As the target's refusals show. */
  #learnedPace: PaceInBursts | undefined;
  #running = 0;
  #pausedUntilMs = 0;
  readonly #waiting: (() => void)[] = [];
  /** Those that hold a place and are to be sent again. */
  readonly #repeating: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(concurrency: number, requestsPerSecond?: number) {
    this.#allowed = concurrency;
    this.#most = concurrency;
    this.#concurrency = concurrency;
    if (requestsPerSecond !== undefined) this.#pace = new EvenPace(requestsPerSecond, concurrency);
  }

  /** Requests a second that the target takes, where its refusals show it. */
  get learnedPerSecond(): number | undefined {
    return this.#learned.perSecond;
  }

  /** Requests holding a place now. */
  get running(): number {
    return this.#running;
  }

  /** Waits for a place. Every acquired place must be released. */
  acquire(): Promise<void> | undefined {
    if (!this.#somebodyWaits && this.#running < this.#concurrency && this.#delayMs() <= 0) {
      this.#running++;
      this.#started();
      return undefined;
    }
    return this.#queue(this.#waiting);
  }

  /** Waits until a request that holds a place may be sent again: a rate that was set counts it as any other. */
  acquireAgain(): Promise<void> | undefined {
    return this.#pace === undefined && this.#learnedPace === undefined ? undefined : this.#queue(this.#repeating);
  }

  /** A request that was waited for is sent now. Whoever acquired a place may have had to wait after that. */
  sent(now: number): void {
    this.#pace?.sent(now);
    this.#learnedPace?.sent(now);
  }

  release(): void {
    this.#running--;
    if (this.#somebodyWaits) this.#pump();
  }

  /** Nobody starts before this time: the target asked for a rest. */
  pauseUntil(timeMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, timeMs);
  }

  /**
   * The target has more to do at once than it takes: half as many from now on, and never again one more than was taken
   * where only that one was too many. Refusals that come before `untilMs` are of the same moment.
   */
  crowded(untilMs: number): void {
    const now = performance.now();
    this.#answered = 0;
    if (now < this.#steppedUntilMs) return;
    this.#steppedUntilMs = untilMs;
    if (this.#trying && this.#concurrency > 1) this.#most = this.#concurrency - 1;
    this.#trying = false;
    // One at a time, and still too many: what is bounded is how many come in a time. Who says to come at once counts none.
    const isRate = untilMs - now >= leastRestMs && (this.#concurrency === 1 || this.#learnedPace !== undefined);
    if (isRate && this.#learned.refused(now)) this.#keepToLearned();
    if (this.#learnedPace) return;
    this.#concurrency = Math.max(1, Math.floor(Math.min(this.#concurrency, this.#running) / 2));
  }

  /** What the target takes at once, as far as can be told from its answers; undefined: nothing tells of a bound. */
  set bound(bound: number | undefined) {
    const wasBound = this.#bound !== undefined;
    this.#bound = bound;
    if (bound !== undefined) this.#concurrency = Math.min(this.#concurrency, bound);
    else if (wasBound) this.#concurrency = this.#most;
  }

  get #ceiling(): number {
    return Math.min(this.#most, this.#bound ?? Infinity);
  }

  /** The target took a request; after many of them more may be under way at once again. */
  taken(): void {
    if (this.#learned.taken(this.#somebodyWaits)) this.#keepToLearned();
    if (this.#concurrency >= this.#ceiling && !this.#trying) return;
    if (++this.#answered < roundsUntilMore * this.#concurrency) return;
    this.#answered = 0;
    this.#trying = this.#concurrency < this.#ceiling;
    if (this.#trying) this.#concurrency++;
  }

  /** Lets everybody through who still waits, so that an interrupted run ends at once. */
  drain(): void {
    this.#pausedUntilMs = 0;
    for (const resolve of this.#waiting.splice(0)) {
      this.#running++;
      resolve();
    }
    for (const resolve of this.#repeating.splice(0)) resolve();
  }

  get #somebodyWaits(): boolean {
    return this.#waiting.length > 0 || this.#repeating.length > 0;
  }

  #queue(queue: (() => void)[]): Promise<void> {
    return new Promise((resolve) => {
      queue.push(resolve);
      this.#pump();
    });
  }

  #keepToLearned(): void {
    const { perSecond } = this.#learned;
    if (perSecond === undefined) return;
    // What was taken for a bound on how many go at once was none.
    if (!this.#learnedPace) this.#most = this.#allowed;
    this.#concurrency = this.#ceiling;
    this.#learnedPace = new PaceInBursts(perSecond, this.#concurrency, this.#learnedPace);
  }

  #delayMs(): number {
    const nextMs = Math.max(this.#pace?.nextMs ?? -Infinity, this.#learnedPace?.nextMs ?? -Infinity);
    return Math.max(this.#pausedUntilMs, nextMs) - performance.now();
  }

  #started(): void {
    const now = performance.now();
    this.#pace?.started(now);
    this.#learnedPace?.started(now);
  }

  #pump(): void {
    while (this.#repeating.length > 0 || (this.#waiting.length > 0 && this.#running < this.#concurrency)) {
      const delay = this.#delayMs();
      if (delay > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#pump();
        }, Math.ceil(delay));
        return;
      }
      this.#started();
      const again = this.#repeating.shift();
      if (again) again();
      else {
        this.#running++;
        this.#waiting.shift()?.();
      }
    }
  }
}
