/** How long something may take that is as long as whoever wrote a file made it. */
export class TimeLimit {
  readonly #withinMs: number;
  readonly #endsAt: number;
  #isOver = false;

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
    this.#endsAt = performance.now() + withinMs;
  }

  /** True once the time is over, and from then on. */
  get isOver(): boolean {
    this.#isOver ||= performance.now() >= this.#endsAt;
    return this.#isOver;
  }

  get sentence(): string {
    return `it was not verified within ${this.#withinMs / 1_000} s; --within gives it longer`;
  }
}
