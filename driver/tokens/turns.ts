/** A lock on the tokens of one user: requests share it, a login that ends their tokens holds it alone. */

export type TurnKind = "request" | "login";

export class Turns {
  readonly #under = { request: 0, login: 0 };
  readonly #waiting: { readonly kind: TurnKind; readonly start: () => void }[] = [];

  /**
   * Waits for the turn and returns what ends it. Turns are given in the order of asking.
   * @param strict false: nobody waits, because logins end no tokens here; turns are still counted
   */
  async take(kind: TurnKind, strict: boolean): Promise<() => void> {
    if (!strict || (this.#waiting.length === 0 && this.#fits(kind))) this.#under[kind] += 1;
    else await new Promise<void>((start) => void this.#waiting.push({ kind, start }));
    return () => {
      this.#under[kind] -= 1;
      this.#admit();
    };
  }

  #fits(kind: TurnKind): boolean {
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
