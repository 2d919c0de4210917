/** The tokens of a driver: one per actor, shared by all that runs, renewed in time and by one login at a time. */
import type { OperationId } from "../../spec/operations.ts";
import type { Actor } from "../../spec/vocabulary/script.ts";
import type { Client } from "../client/client.ts";
import type { Environment } from "../environment.ts";
import { claimOf } from "./jwt.ts";
import { logIn, loginsOf } from "./login.ts";

interface Held {
  readonly token: string;
  /** The login that gave it; undefined for a token that the configuration gives. */
  readonly by: OperationId | undefined;
  /** When to log in again, on the clock of `Date.now()`; infinite when the token does not say when it ends. */
  readonly renewAtMs: number;
  readonly expiresAtMs: number | undefined;
  /** True for the token of another login, tried because that of the first opened nothing. */
  readonly onTrial: boolean;
  /** True once the target has accepted the token. */
  good: boolean;
}

/** A failed login is not tried again at once: every waiting step would try. */
const failureHeldMs = 5_000;
/** Renewals after a 401 that did not help; then a 401 is taken as what it says. */
const maxFutile = 2;

export class Tokens {
  readonly #client: Client;
  readonly #environment: Environment;
  readonly #held = new Map<Actor, Held>();
  readonly #pending = new Map<Actor, Promise<string>>();
  readonly #failed = new Map<Actor, { readonly error: unknown; readonly atMs: number }>();
  readonly #futile = new Map<Actor, number>();
  /** Logins whose tokens were refused before they had opened anything; the logins are the same for both users. */
  readonly #useless = new Set<OperationId>();

  constructor(client: Client, environment: Environment) {
    this.#client = client;
    this.#environment = environment;
    for (const actor of ["first", "second"] as const) {
      const { token } = environment.secrets.accountOf(actor);
      if (token !== undefined) this.#hold(actor, token);
    }
  }

  /** A valid token of the actor. @throws LoginError, UnreachableError */
  async tokenOf(actor: Actor): Promise<string> {
    const held = this.#held.get(actor);
    if (!held) return this.#renew(actor);
    if (Date.now() < held.renewAtMs) return held.token;
    // The old token is still good when the new one cannot be had, as with a token given without credentials.
    return this.#renew(actor).catch(() => held.token);
  }

  /** To be called when the target accepted a token. */
  accepted(actor: Actor, token: string): void {
    const held = this.#held.get(actor);
    if (held?.token === token) held.good = true;
  }

  /** A new token to try once more with after a 401, or undefined when the 401 is the answer. */
  async afterRefusal(actor: Actor, token: string): Promise<string | undefined> {
    const held = this.#held.get(actor);
    if (!held) return undefined;
    if (held.token !== token) return held.token;
    const futile = this.#futile.get(actor) ?? 0;
    const expired = held.expiresAtMs !== undefined && Date.now() >= held.expiresAtMs - 1_000;
    if (!expired && !held.good) return this.#byAnotherLogin(actor, held);
    if (!expired && futile >= maxFutile) return undefined;
    try {
      const renewed = await this.#renew(actor);
      return renewed === token ? undefined : renewed;
    } catch {
      return undefined;
    }
  }

  /**
   * Where a token opened nothing yet, it may be the login that is at fault: another one is tried, each of them once. What
   * is wrong with the first shows in the scripts about logins, and must not hide everything else.
   */
  async #byAnotherLogin(actor: Actor, { token, by }: Held): Promise<string | undefined> {
    const pending = this.#pending.get(actor);
    if (!pending) {
      if (by !== undefined) this.#useless.add(by);
      if (loginsOf(this.#environment, actor).every((login) => this.#useless.has(login))) return undefined;
    }
    try {
      const other = await (pending ?? this.#renew(actor, true));
      return other === token ? undefined : other;
    } catch {
      return undefined;
    }
  }

  /** To be called with what the second try brought. */
  renewalHelped(actor: Actor, helped: boolean): void {
    // A token of another login, which was tried in vain, tells nothing of renewals.
    if (!helped && this.#held.get(actor)?.onTrial) return;
    this.#futile.set(actor, helped ? 0 : (this.#futile.get(actor) ?? 0) + 1);
  }

  /** One login at a time for each actor; all who wait share its outcome. */
  #renew(actor: Actor, onTrial = false): Promise<string> {
    const pending = this.#pending.get(actor);
    if (pending) return pending;
    const failed = this.#failed.get(actor);
    if (failed && Date.now() - failed.atMs < failureHeldMs) return Promise.reject(failed.error as Error);
    const login = logIn(this.#client, this.#environment, actor, this.#useless)
      .then(({ token, by }) => {
        this.#failed.delete(actor);
        this.#hold(actor, token, by, onTrial);
        return token;
      })
      .catch((error: unknown) => {
        this.#failed.set(actor, { error, atMs: Date.now() });
        throw error;
      })
      .finally(() => this.#pending.delete(actor));
    this.#pending.set(actor, login);
    return login;
  }

  #hold(actor: Actor, token: string, by?: OperationId, onTrial = false): void {
    this.#environment.secrets.addToken(token);
    const now = Date.now();
    const exp = claimOf(token, "exp");
    const iat = claimOf(token, "iat");
    // Lifetimes are measured from the receipt where possible: the clocks of both sides need not agree.
    const lifetimeMs = exp === undefined ? Infinity : iat === undefined ? exp * 1000 - now : (exp - iat) * 1000;
    const lasting = lifetimeMs > 0 && Number.isFinite(lifetimeMs);
    this.#held.set(actor, {
      token,
      by,
      onTrial,
      renewAtMs: lasting ? now + lifetimeMs * 0.7 : Infinity,
      expiresAtMs: lasting ? now + lifetimeMs : undefined,
      good: false,
    });
  }
}
