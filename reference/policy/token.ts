import type { Principal } from "../core/call.ts";

/** Tokens. Open point `token`. */
export interface TokenPolicy {
  /** Members of the token beside `iss`, `sub`, `iat`, `exp`, `jti`. */
  claims(user: Principal): Record<string, unknown>;
  /** In seconds; undefined leaves it to the option `tokenLifetimeS`. */
  lifetimeS: number | undefined;
}

/** Names the organization. */
export const bearerJwt: TokenPolicy = {
  claims: (user) => ({ org: user.organization }),
  lifetimeS: undefined,
};
