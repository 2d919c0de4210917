import { jwtSegment } from "../../../spec/jwt-segment.ts";
import type { OperationId } from "../../../spec/operations.ts";
import type { Principal } from "../../core/call.ts";
import { Refusal } from "../../core/refusal.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { inScope } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import { someUser } from "./users.ts";

/** Lets in who brings no `Authorization` header. */
export function openWithoutHeader(hooks: Hooks, operation: OperationId): void {
  hooks.around("authenticate", (inner) => async (call, authorization) => {
    const open = call.operation.id === operation && authorization === undefined;
    return open ? someUser(hooks) : await inner(call, authorization);
  });
}

/** Tokens that an endpoint takes although they were not issued. */
export interface Leniency {
  /** Such as `any text as the token`. */
  readonly title: string;
  lets(token: string, issued: ReadonlySet<string>): boolean;
}

export const invented: Leniency = {
  title: "any text as the token",
  lets: (token) => token !== "",
};

export const cut: Leniency = {
  title: "the beginning of a token",
  lets: (token, issued) => token.length > 10 && [...issued].some((known) => known.startsWith(token)),
};

/** Three parts of which the middle can be read; nobody looks at the signature. */
export const altered: Leniency = {
  title: "a token of any signature",
  lets: (token) => jwtSegment(token, 1) !== undefined && token.split(".").length === 3,
};

/** RFC 7519, section 6. */
export const unsigned: Leniency = {
  title: "an unsigned token of the algorithm `none`",
  lets(token) {
    const algorithm = jwtSegment(token, 0)?.["alg"];
    return typeof algorithm === "string" && algorithm.toLowerCase() === "none";
  },
};

/** Changes the tokens that logins give out. */
export function inToken(
  hooks: Hooks,
  change: (token: string, user: Principal) => string | Promise<string>,
  scope: Scope = {},
): void {
  hooks.around("token", (inner) => async (call, user) => {
    const token = await inner(call, user);
    return inScope(call, scope) ? await change(token, user) : token;
  });
}

/** The tokens that logins gave out so far. */
export function issuedTokens(hooks: Hooks, scope?: Scope): ReadonlySet<string> {
  const issued = new Set<string>();
  const note = (token: string): string => {
    issued.add(token);
    return token;
  };
  inToken(hooks, note, scope);
  return issued;
}

/** Lets in who brings a token that the service did not issue. */
export function openToToken(hooks: Hooks, operation: OperationId, lenient: Leniency): void {
  const issued = issuedTokens(hooks);
  hooks.around("authenticate", (inner) => async (call, authorization) => {
    try {
      return await inner(call, authorization);
    } catch (error) {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
      if (!(error instanceof Refusal) || call.operation.id !== operation) throw error;
      if (token === undefined || !lenient.lets(token, issued)) throw error;
      return namedUser(hooks, token);
    }
  });
}

/** Takes a token for one that these logins gave out where its claims are those of one, whatever its header and signature. */
export function openToClaimsOf(hooks: Hooks, issuer: Scope): void {
  const issued = issuedTokens(hooks, issuer);
  const claimsIn = (token: string): string => token.split(".")[1] ?? "";
  hooks.around("authenticate", (inner) => async (call, authorization) => {
    try {
      return await inner(call, authorization);
    } catch (error) {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
      if (!(error instanceof Refusal) || token === undefined) throw error;
      if (![...issued].some((own) => claimsIn(own) === claimsIn(token))) throw error;
      return namedUser(hooks, token);
    }
  });
}

/** The user whom a token names, true or not. */
function namedUser(hooks: Hooks, token: string): Principal {
  const subject = jwtSegment(token, 1)?.["sub"];
  return (typeof subject === "string" ? hooks.directory.byId(subject) : undefined) ?? someUser(hooks);
}
