/** The tokens of a driver: one per actor, shared by all that runs, renewed in time and by one login at a time. */
import type { OperationId } from "../../spec/operations.ts";
import type { Actor } from "../../spec/vocabulary/script.ts";
import type { Client } from "../client/client.ts";
import type { Environment } from "../environment.ts";
import { claimOf } from "./jwt.ts";
import { logIn, loginsOf } from "./login.ts";
import { Turns } from "./turns.ts";

interface Held {
  readonly token: string;
  /** The login that gave it; undefined for a token that the configuration gives. */
  readonly by: OperationId | undefined;
  /** When to log in again, on the clock of `Date.now()`; infinite when the token does not say when it ends. */
  readonly renewAtMs: number;
  readonly expiresAtMs: number | undefined;
  /** True for the token of another login, tried because that of the first opened nothing. */
  readonly onTrial: boolean;
}

/** A token that the target refused. */
export interface Refused {
  readonly token: string;
  readonly operation: OperationId;
  /** True when a script had adopted it, to see what the login gave. */
  readonly adopted: boolean;
  /** True where the status says that it is the token that is at fault; 403 may say as well that the user may not. */
  readonly sure: boolean;
}

/** A failed login is not tried again at once: every waiting step would try. */
const failureHeldMs = 5_000;
/** Renewals after a 401 that did not help; then a 401 is taken as what it says. */
const maxFutile = 2;
/** The same where tokens are known to end untold. */
const maxFutileUntold = 8;

export class Tokens {
  readonly #client: Client;
  readonly #environment: Environment;
  readonly #held = new Map<Actor, Held>();
  readonly #pending = new Map<Actor, Promise<string>>();
  readonly #failed = new Map<Actor, { readonly error: unknown; readonly atMs: number }>();
  readonly #futile = new Map<Actor, number>();
  readonly #turns: Readonly<Record<Actor, Turns>> = { first: new Turns(), second: new Turns() };
  /** What the target has let each token do. */
  readonly #opened = new Map<string, Set<OperationId>>();
  /** The newest token that a step of a script brought, while it is newer than the held one. */
  readonly #latest = new Map<Actor, string>();
  /** Tokens and operations that a newer token was tried for, and refused. */
  readonly #inVain = new Set<string>();
  /** Tokens that did no longer what they had done, and when that was seen, on the clock of `performance.now()`. */
  readonly #ended = new Map<string, number>();
  /**
   * Whether tokens of this target end before the time they tell, as where a login ends those of earlier ones: "seen" when
   * one was refused what it had been let do, and a newer one was not; "refuted" when such a token was good again.
   */
  #endUntold: "not seen" | "seen" | "refuted" = "not seen";
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

  /** Waits until a request or a right login of the actor may be sent; what it returns is to be called after the answer. */
  turn(actor: Actor, kind: "request" | "login"): Promise<() => void> {
    return this.#turns[actor].take(kind, this.#endUntold === "seen");
  }

  /** The newest token of the actor, where tokens are known to end untold and an older one may be good no longer. */
  newestOf(actor: Actor): string | undefined {
    return this.#endUntold === "seen" ? (this.#latest.get(actor) ?? this.#held.get(actor)?.token) : undefined;
  }

  /** To be called when the target accepted a token in a request that was sent at that time of `performance.now()`. */
  accepted(token: string, operation: OperationId, sentAtMs: number): void {
    const opened = this.#opened.get(token);
    if (opened) opened.add(operation);
    else this.#opened.set(token, new Set([operation]));
    if (sentAtMs > (this.#ended.get(token) ?? Infinity)) this.#endUntold = "refuted";
  }

  /** To be called with the token that a right login brought in a script. */
  broughtByScript(actor: Actor, token: string): void {
    this.#latest.set(actor, token);
  }

  /** A token to try once more with after a 401, or undefined when the 401 is the answer. */
  async afterRefusal(actor: Actor, { token, operation, adopted, sure }: Refused): Promise<string | undefined> {
    const untold = this.#endUntold === "seen";
    if (adopted && !untold) return undefined;
    const latest = this.#latest.get(actor);
    const held = this.#held.get(actor);
    const newest = latest ?? held?.token;
    if (newest !== undefined && newest !== token && !this.#inVain.has(`${newest} ${operation}`)) return newest;
    if (!held || (!sure && !untold)) return undefined;
    const futile = this.#futile.get(actor) ?? 0;
    const expired = held.expiresAtMs !== undefined && Date.now() >= held.expiresAtMs - 1_000;
    if (!expired && !untold && !this.#opened.has(token)) return this.#byAnotherLogin(actor, held);
    if (!expired && futile >= (untold ? maxFutileUntold : maxFutile)) return undefined;
    try {
      const renewed = await this.#renew(actor);
      return renewed === token ? undefined : renewed;
    } catch {
      return undefined;
    }
  }

  /** To be called with what the token brought that was tried in place of a refused one. */
  tried(actor: Actor, token: string, helped: boolean, refused: Refused): void {
    const before = this.#held.get(actor);
    const isLatest = this.#latest.get(actor) === token;
    if (helped) this.#learn(refused);
    else this.#inVain.add(`${token} ${refused.operation}`);
    if (isLatest && helped) this.#hold(actor, token);
    // A token of another login, which was tried in vain, tells nothing of renewals.
    if (!helped && (isLatest || before?.onTrial)) return;
    this.#futile.set(actor, helped ? 0 : (this.#futile.get(actor) ?? 0) + 1);
  }

  #learn({ token, operation }: Refused): void {
    if (this.#endUntold === "refuted" || !this.#opened.get(token)?.has(operation)) return;
    this.#endUntold = "seen";
    this.#ended.set(token, performance.now());
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

  /** One login at a time for each actor; all who wait share its outcome. */
  #renew(actor: Actor, onTrial = false): Promise<string> {
    const pending = this.#pending.get(actor);
    if (pending) return pending;
    const failed = this.#failed.get(actor);
    if (failed && Date.now() - failed.atMs < failureHeldMs) return Promise.reject(failed.error as Error);
    const login = this.#logIn(actor, onTrial)
      .catch((error: unknown) => {
        this.#failed.set(actor, { error, atMs: Date.now() });
        throw error;
      })
      .finally(() => this.#pending.delete(actor));
    this.#pending.set(actor, login);
    return login;
  }

  async #logIn(actor: Actor, onTrial: boolean): Promise<string> {
    const end = await this.turn(actor, "login");
    try {
      const { token, by } = await logIn(this.#client, this.#environment, actor, this.#useless);
      this.#failed.delete(actor);
      this.#hold(actor, token, by, onTrial);
      return token;
    } finally {
      end();
    }
  }

  #hold(actor: Actor, token: string, by?: OperationId, onTrial = false): void {
    this.#environment.secrets.addToken(token);
    this.#latest.delete(actor);
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
    });
  }
}
