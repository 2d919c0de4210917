/** Bearer headers that are wrong on purpose, made from a token that would be right. */
import { jwtSegment } from "../../spec/jwt-segment.ts";
import { encodeSegment } from "../jwt.ts";
import type { Credentials } from "../secrets/secrets.ts";
import type { TokenDefect } from "../../spec/vocabulary/script.ts";

/** What the scheme Basic carries of an account; of one without a password what certainly logs nobody in. */
export function basicOf({ email, password }: Credentials): string {
  const isKnown = email !== undefined && password !== undefined;
  return Buffer.from(isKnown ? `${email}:${password}` : "nobody:nothing").toString("base64");
}

/**
 * The value of the `authorization` header, or undefined for none.
 *
 * @param basic see `basicOf`.
 */
export function authorizationOf(
  token: string,
  defect: TokenDefect | undefined,
  basic = basicOf({}),
): string | undefined {
  switch (defect) {
    case undefined:
      return `Bearer ${token}`;
    case "none":
    case "elsewhere":
    case "in-body":
      return undefined;
    case "other-scheme":
      return `Token ${token}`;
    case "basic-scheme":
      return `Basic ${basic}`;
    case "empty":
      return "Bearer ";
    case "scheme-missing":
      return token;
    case "wrong-scheme":
      return `Basic ${token}`;
    case "garbage":
      return "Bearer not-a-token";
    case "truncated":
      return `Bearer ${token.slice(0, Math.ceil(token.length / 2))}`;
    case "signature-altered":
      return `Bearer ${withSegment(token, 2, altered)}`;
    case "signature-removed":
      return `Bearer ${withSegment(token, 2, () => "")}`;
    case "payload-altered":
      return `Bearer ${withSegment(token, 1, () => otherPayload(token))}`;
    case "alg-none":
      return `Bearer ${encodeSegment({ alg: "none", typ: "JWT" })}.${token.split(".")[1] ?? "e30"}.`;
  }
}

/**
 * False where the defect leaves this token what it was: an unsecured JWT (RFC 7519, 6) has no signature that could be
 * taken away, and `alg` none already.
 */
export function damages(token: string, defect: TokenDefect): boolean {
  if (authorizationOf(token, defect) === `Bearer ${token}`) return false;
  return !(defect === "alg-none" && token.split(".").length === 3 && token.endsWith("."));
}

/** A token that is no JWT has one segment, and is altered as a whole. */
function withSegment(token: string, index: number, change: (segment: string) => string): string {
  const segments = token.split(".");
  if (segments.length !== 3) return altered(token);
  return segments.map((segment, at) => (at === index ? change(segment) : segment)).join(".");
}

/** Changed in the middle: the last character of base64url may carry no bits of the signature. */
function altered(text: string): string {
  const middle = Math.floor(text.length / 2);
  return `${text.slice(0, middle)}${text[middle] === "A" ? "B" : "A"}${text.slice(middle + 1)}`;
}

/** The same subject with a later end and one claim more, under the old signature: who looks nowhere else believes it. */
function otherPayload(token: string): string {
  const payload = jwtSegment(token, 1);
  if (!payload) return altered(token.split(".")[1] ?? "");
  const { exp } = payload;
  return encodeSegment({
    ...payload,
    altered: true,
    ...(typeof exp === "number" ? { exp: exp + 86_400 } : {}),
  });
}
