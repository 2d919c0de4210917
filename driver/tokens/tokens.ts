/** The tokens of a driver: those of each user, shared by all scripts that run. */
import type { Account } from "../../spec/vocabulary/script.ts";
import type { Client } from "../client/client.ts";
import type { Environment } from "../environment.ts";
import { Cookies } from "./cookies.ts";
import { Lifetimes } from "./lifetimes.ts";
import { Logins } from "./logins.ts";
import { SessionPolicy } from "./session-policy.ts";
import { UserTokens } from "./user-tokens.ts";

export interface Tokens {
  /** Shared by all users: a target has one rule for all tokens. */
  readonly policy: SessionPolicy;
  /** Of the tokens of all users. */
  readonly lifetimes: Lifetimes;
  /** Those that logins set. */
  readonly cookies: Cookies;
  /** Those of an account, which logs in when it is first needed. */
  of(account: Account): UserTokens;
  /** Has every token renewed before it is used again: the login that gave it may have got another's answer. */
  doubt(): void;
}

export function openTokens(client: Client, environment: Environment): Tokens {
  const policy = new SessionPolicy();
  const lifetimes = new Lifetimes();
  const cookies = new Cookies((value) => {
    environment.secrets.addToken(value);
  });
  const logins = new Logins(client, environment, cookies);
  const all = new Map<Account, UserTokens>();
  const of = (account: Account): UserTokens => {
    const known = all.get(account);
    if (known) return known;
    const tokens = new UserTokens(logins.of(account), policy, environment.secrets.accountOf(account).token, lifetimes);
    all.set(account, tokens);
    return tokens;
  };
  const doubt = (): void => {
    for (const tokens of all.values()) tokens.doubt();
  };
  return { policy, lifetimes, cookies, of, doubt };
}
