/** Counts the wrong passwords sent for each account, as services lock accounts for them. */
export class WrongPasswords {
  readonly #most: number;
  readonly #sent = new Map<string, number>();

  /** @param most for each account */
  constructor(most: number) {
    this.#most = most;
  }

  get most(): number {
    return this.#most;
  }

  /** Counts one for each of the accounts. False, without counting, where one of them has reached the limit. */
  take(accounts: readonly string[]): boolean {
    if (accounts.some((account) => (this.#sent.get(account) ?? 0) >= this.#most)) return false;
    for (const account of accounts) this.#sent.set(account, (this.#sent.get(account) ?? 0) + 1);
    return true;
  }
}
