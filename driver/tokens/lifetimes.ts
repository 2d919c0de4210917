/**
 * When tokens end, by what they say of themselves. A lifetime is counted from when a token was first seen: the clock of
 * the target may differ from ours, and a login may give again a token that it gave before.
 */
import { claimOf, lifetimeMsOf } from "../jwt.ts";

/** Claims in whole seconds may make a token end up to a second before its lifetime is over. */
const roundingMs = 1_000;
/** A token is renewed once so much of its life is over, and then each time that half of the rest is. */
const renewedAfter = 0.7;
const leastRenewalMs = 250;

/** Times are those of `performance.now()`; infinite for a token that does not say when it ends. */
interface Life {
  readonly endsAtMs: number;
  readonly renewAtMs: number;
}

export class Lifetimes {
  readonly #lives = new Map<string, Life>();

  /** Records that a login, a script or the configuration gave a token that was asked for at that time. */
  seen(token: string, atMs = performance.now()): void {
    const known = this.#lives.get(token);
    if (!known) {
      const lifetimeMs = claimedMs(token);
      this.#lives.set(token, { endsAtMs: atMs + lifetimeMs, renewAtMs: atMs + renewedAfter * lifetimeMs });
    } else if (atMs > known.endsAtMs) {
      // A login that gives a token past its end says that its claims mean something else.
      this.#lives.set(token, { endsAtMs: Infinity, renewAtMs: Infinity });
    }
  }

  endsAtMs(token: string): number {
    return this.#lives.get(token)?.endsAtMs ?? Infinity;
  }

  /** When to ask a login for another token in place of this one, which it may just have given again. */
  renewAtMs(token: string): number {
    const { endsAtMs, renewAtMs } = this.#lives.get(token) ?? { endsAtMs: Infinity, renewAtMs: Infinity };
    const now = performance.now();
    return now < renewAtMs ? renewAtMs : Math.max(now + leastRenewalMs, (now + endsAtMs) / 2);
  }

  /** True for a token that has come to its end, or is so near to it that it may have: its refusal says nothing. */
  isEnding(token: string): boolean {
    return performance.now() > this.endsAtMs(token) - roundingMs;
  }
}

function claimedMs(token: string): number {
  const expires = claimOf(token, "exp");
  if (expires === undefined || claimOf(token, "iat") !== undefined) return lifetimeMsOf(token);
  const leftMs = expires * 1000 - Date.now();
  return leftMs > 0 ? leftMs : Infinity;
}
