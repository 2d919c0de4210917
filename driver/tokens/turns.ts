/** Whose turn it is with the tokens of one user: requests go on together, a login that ends their tokens goes alone. */

type Kind = "request" | "login";

export class Turns {
  readonly #under = { request: 0, login: 0 };
  readonly #waiting: { readonly kind: Kind; readonly start: () => void }[] = [];

  /**
   * Waits for the turn and returns what ends it. Turns are given in the order of asking.
   * @param strict false: nobody waits, as where logins end no tokens; what goes on is counted all the same
   */
  async take(kind: Kind, strict: boolean): Promise<() => void> {
    if (!strict || (this.#waiting.length === 0 && this.#fits(kind))) this.#under[kind] += 1;
    else await new Promise<void>((start) => void this.#waiting.push({ kind, start }));
    return () => {
      this.#under[kind] -= 1;
      this.#admit();
    };
  }

  #fits(kind: Kind): boolean {
    return this.#under.login === 0 && (kind === "request" || this.#under.request === 0);
  }

  #admit(): void {
    for (let [next] = this.#waiting; next && this.#fits(next.kind); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#under[next.kind] += 1;
      next.start();
    }
  }
}
