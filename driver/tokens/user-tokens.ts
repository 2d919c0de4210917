/** The tokens of one user: which one is in use, when it is renewed, and what is tried when it is refused. */
import { setTimeout as sleep } from "node:timers/promises";
import type { OperationId } from "../../spec/operations.ts";
import { Lifetimes } from "./lifetimes.ts";
import type { SessionPolicy } from "./session-policy.ts";
import { Turns, type TurnKind } from "./turns.ts";

export interface Login {
  readonly token: string;
  /** The operation that gave it. */
  readonly by: OperationId;
  /** When it was asked for, on the clock of `performance.now()`. */
  readonly atMs?: number;
}

/** What a user needs of the logins of a target. */
export interface UserLogins {
  /** A fresh token. @throws LoginError, UnreachableError */
  logIn(): Promise<Login>;
  /** Prefers other logins from now on; false when every login has been tried. */
  turnAwayFrom(login: OperationId | undefined): boolean;
  /** Keeps a token out of everything that is written. */
  keepSecret(token: string): void;
}

interface TokenInUse {
  readonly token: string;
  /** The login that gave it; undefined for a token that the configuration or a script gave. */
  readonly by: OperationId | undefined;
  /** True for a token from another login, tried because that of the preferred login never worked. */
  readonly onTrial: boolean;
  /** On the clock of `performance.now()`; infinite when the token does not say when it ends. */
  readonly renewAtMs: number;
}

type LoginState =
  | { readonly state: "idle" }
  | { readonly state: "running"; readonly outcome: Promise<string> }
  | { readonly state: "failed"; readonly error: unknown; readonly atMs: number };

/** A token that the target refused. */
export interface RefusedToken {
  readonly token: string;
  readonly operation: OperationId;
  /** True when it came from a login step of a script, which uses it to show that the login works. */
  readonly adopted: boolean;
  /** True for a status that blames the token (401); 403 may also mean that the user lacks the permission. */
  readonly sure: boolean;
}

/** Milliseconds after a failed login before the next: otherwise every waiting step would log in at once. */
const failureKeptMs = 5_000;
/** After so many renewals in a row that did not help, a refusal is no longer blamed on the token. */
const maxVainRenewals = { usual: 2, whereLoginsEndTokens: 8 };
/** A login that still gives a refused token at its end is asked once more when that has passed. */
const mostWaitMs = 1_500;

export class UserTokens {
  readonly #logins: UserLogins;
  readonly #policy: SessionPolicy;
  readonly #lifetimes: Lifetimes;
  readonly #turns = new Turns();
  #inUse: TokenInUse | undefined;
  #login: LoginState = { state: "idle" };
  /** Brought by a login step of a script after the token in use. */
  #fromScript: string | undefined;
  #vainRenewals = 0;
  /** Tokens that were tried in place of a refused one and were refused too, each with the operation. */
  readonly #triedInVain = new Set<string>();

  /** @param configured the token that the configuration gives */
  constructor(logins: UserLogins, policy: SessionPolicy, configured?: string, lifetimes = new Lifetimes()) {
    this.#logins = logins;
    this.#policy = policy;
    this.#lifetimes = lifetimes;
    if (configured !== undefined) this.#use({ token: configured });
  }

  /** A valid token. @throws LoginError, UnreachableError */
  async current(): Promise<string> {
    const inUse = this.#inUse;
    if (!inUse) return this.#renew();
    if (performance.now() < inUse.renewAtMs) return inUse.token;
    // Where no new token can be had, as for a token configured without credentials, the old one is used on.
    return this.#renew().catch(() => inUse.token);
  }

  /** Has the token renewed before it is used again, where a login gave it. */
  doubt(): void {
    if (this.#inUse?.by !== undefined) this.#inUse = { ...this.#inUse, renewAtMs: 0 };
  }

  /** The newest token where logins end the earlier ones, else undefined. */
  get newest(): string | undefined {
    return this.#policy.loginsEndTokens ? this.#newest : undefined;
  }

  get #newest(): string | undefined {
    return this.#fromScript ?? this.#inUse?.token;
  }

  /** Waits until a request or a right login may be sent, and returns what ends the turn. */
  turn(kind: TurnKind): Promise<() => void> {
    return this.#turns.take(kind, this.#policy.loginsEndTokens);
  }

  /** Records the token that a right login brought in a script that asked for it at that time of `performance.now()`. */
  broughtByScript(token: string, atMs?: number): void {
    this.#lifetimes.seen(token, atMs);
    this.#fromScript = token;
  }

  /** A token with which to repeat the refused request, or undefined when the refusal is to be taken as the answer. */
  async replacementFor({ token, operation, adopted, sure }: RefusedToken): Promise<string | undefined> {
    const { loginsEndTokens } = this.#policy;
    if (adopted && !loginsEndTokens) return undefined;
    const [newest, inUse] = [this.#newest, this.#inUse];
    const isOther = newest !== undefined && newest !== token && !this.#lifetimes.isEnding(newest);
    if (isOther && !this.#triedInVain.has(`${newest} ${operation}`)) return newest;
    if (!sure && !loginsEndTokens) return undefined;
    const isAtItsEnd = [token, inUse?.token].some((one) => one !== undefined && this.#lifetimes.isEnding(one));
    if (!isAtItsEnd) {
      if (!inUse) return undefined;
      if (!loginsEndTokens && !this.#policy.hasOpened(token)) return this.#fromAnotherLogin(inUse);
      const most = loginsEndTokens ? maxVainRenewals.whereLoginsEndTokens : maxVainRenewals.usual;
      if (this.#vainRenewals >= most) return undefined;
    }
    return this.#otherThan(token, () => this.#renew());
  }

  /** Records whether the replacement token worked. */
  replacementTried(token: string, worked: boolean, refused: RefusedToken): void {
    const fromScript = this.#fromScript === token;
    const onTrial = this.#inUse?.onTrial === true;
    if (worked) {
      // A token at its end is refused whatever logins follow.
      if (!this.#lifetimes.isEnding(refused.token)) this.#policy.newerAccepted(refused.token, refused.operation);
      this.#vainRenewals = 0;
      if (fromScript) this.#use({ token });
    } else {
      this.#triedInVain.add(`${token} ${refused.operation}`);
      // A script's own token or another login's says nothing about whether renewing helps, nor does a refusal of the user.
      const isOfToken = refused.sure || this.#policy.loginsEndTokens;
      if (isOfToken && !fromScript && !onTrial) this.#vainRenewals += 1;
    }
  }

  /**
   * Where a token never worked, its login may be broken: the other logins are tried, each once. The scripts about
   * logins report the broken one; here it must not keep everything else from being tested.
   */
  async #fromAnotherLogin({ token, by }: TokenInUse): Promise<string | undefined> {
    if (this.#login.state !== "running" && !this.#logins.turnAwayFrom(by)) return undefined;
    return this.#otherThan(token, () => this.#renew({ onTrial: true }));
  }

  async #otherThan(token: string, renew: () => Promise<string>): Promise<string | undefined> {
    let renewed = await renew().catch(() => undefined);
    const waitMs = this.#lifetimes.endsAtMs(token) - performance.now();
    if (renewed === token && waitMs > 0 && waitMs < mostWaitMs) {
      await sleep(waitMs + 50);
      renewed = await renew().catch(() => undefined);
    }
    return renewed === token ? undefined : renewed;
  }

  /** One login at a time; all callers that wait share its result. */
  #renew(how = { onTrial: false }): Promise<string> {
    const login = this.#login;
    if (login.state === "running") return login.outcome;
    if (login.state === "failed" && Date.now() - login.atMs < failureKeptMs) return Promise.reject(login.error);
    const outcome = this.#logIn(how.onTrial);
    this.#login = { state: "running", outcome };
    return outcome;
  }

  async #logIn(onTrial: boolean): Promise<string> {
    const end = await this.turn("login");
    try {
      const login = await this.#logins.logIn();
      this.#use(login, onTrial);
      this.#login = { state: "idle" };
      return login.token;
    } catch (error) {
      this.#login = { state: "failed", error, atMs: Date.now() };
      throw error;
    } finally {
      end();
    }
  }

  #use({ token, by, atMs }: Partial<Login> & Pick<Login, "token">, onTrial = false): void {
    this.#logins.keepSecret(token);
    this.#fromScript = undefined;
    this.#lifetimes.seen(token, atMs);
    this.#inUse = { token, by, onTrial, renewAtMs: this.#lifetimes.renewAtMs(token) };
  }
}
