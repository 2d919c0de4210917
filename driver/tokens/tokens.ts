/** The tokens of a driver: those of each user, shared by all scripts that run. */
import type { Actor } from "../../spec/vocabulary/script.ts";
import type { Client } from "../client/client.ts";
import type { Environment } from "../environment.ts";
import { Logins } from "./logins.ts";
import { SessionPolicy } from "./session-policy.ts";
import { UserTokens } from "./user-tokens.ts";

export interface Tokens {
  /** Shared by both users: a target has one rule for all tokens. */
  readonly policy: SessionPolicy;
  readonly of: Readonly<Record<Actor, UserTokens>>;
}

export function openTokens(client: Client, environment: Environment): Tokens {
  const policy = new SessionPolicy();
  const logins = new Logins(client, environment);
  const of = (actor: Actor) => new UserTokens(logins.of(actor), policy, environment.secrets.accountOf(actor).token);
  return { policy, of: { first: of("first"), second: of("second") } };
}
