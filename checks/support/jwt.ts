import { jwtSegment } from "../../spec/jwt-segment.ts";

/** True for a compact JWT: three (JWS) or five (JWE) base64url parts of which the first is a JSON object with `alg`. */
export function isJwt(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const parts = text.split(".");
  if (parts.length !== 3 && parts.length !== 5) return false;
  if (!parts.every((part) => /^[A-Za-z0-9_-]*$/.test(part))) return false;
  const header = jwtSegment(text, 0);
  if (!header || typeof header["alg"] !== "string") return false;
  return parts.length === 5 || jwtSegment(text, 1) !== undefined;
}

/** The claims that are times (RFC 7519, 4.1.4 to 4.1.6). */
const times = ["exp", "nbf", "iat"] as const;

/**
 * The claims of a signed token that are times and no numbers, which no library takes for a time; what an encrypted one
 * claims is not seen. A masked token shows as much: numbers stay what they are.
 */
export function timesThatAreNone(token: string): readonly string[] {
  const claims = claimsOf(token);
  return claims ? times.filter((name) => Object.hasOwn(claims, name) && typeof claims[name] !== "number") : [];
}

/** The claims of a signed token; undefined for an encrypted one, and where there are none. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  return token.split(".").length === 3 ? jwtSegment(token, 1) : undefined;
}
