/** Whether a new login ends the earlier tokens of the same user, as observed from the target's answers. */
import type { OperationId } from "../../spec/operations.ts";

/**
 * - `tokens-last`: a token is valid until it expires, whatever logins follow. Assumed at first.
 * - `logins-end-tokens`: a token that had worked was refused, and a newer one of the same user was accepted.
 * - `refusals-vary`: a token that seemed to have ended was accepted later. From then on a refusal is taken as it is.
 */
type SessionPolicyName = "tokens-last" | "logins-end-tokens" | "refusals-vary";

export class SessionPolicy {
  #name: SessionPolicyName = "tokens-last";
  readonly #allowed = new Map<string, Set<OperationId>>();
  /** Tokens that seem to have ended, and when that was seen, on the clock of `performance.now()`. */
  readonly #endedAtMs = new Map<string, number>();

  get name(): SessionPolicyName {
    return this.#name;
  }

  get loginsEndTokens(): boolean {
    return this.#name === "logins-end-tokens";
  }

  /** True when the target has accepted the token at least once. */
  hasOpened(token: string): boolean {
    return this.#allowed.has(token);
  }

  /** Records that the target accepted the token in a request sent at that time of `performance.now()`. */
  accepted(token: string, operation: OperationId, sentAtMs: number): void {
    const allowed = this.#allowed.get(token);
    if (allowed) allowed.add(operation);
    else this.#allowed.set(token, new Set([operation]));
    if (sentAtMs > (this.#endedAtMs.get(token) ?? Infinity)) this.#name = "refusals-vary";
  }

  /** Records that a newer token was accepted where this one was refused. */
  newerAccepted(refused: string, operation: OperationId): void {
    if (this.#name === "refusals-vary" || !this.#allowed.get(refused)?.has(operation)) return;
    this.#name = "logins-end-tokens";
    this.#endedAtMs.set(refused, performance.now());
  }
}
