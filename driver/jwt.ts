/** Reading and masking JSON Web Tokens (RFC 7519). Nothing here verifies a signature. */
import { createHmac, randomBytes } from "node:crypto";
import type { Json, JsonObject } from "../spec/json.ts";
import { jwtSegment } from "../spec/jwt-segment.ts";

const jwt = /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]*/g;
/** An encrypted one, of five segments (RFC 7516); that of the key may be empty. */
const encryptedJwt = /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+){3}/g;
/** One that was cut in its claims, which is no token any more and still tells what they say. */
const cutJwt = /(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{4,}\.)eyJ[A-Za-z0-9_-]+(?![A-Za-z0-9_.-])/g;

export function encodeSegment(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** The claims by which tokens name their user (RFC 7519 section 4.1.2; OpenID Connect Core section 5.1; and as they are named in use). */
const ofUser = /^(?:sub(?:ject)?|e-?mail|user(?:_?(?:name|id|email))?|preferred_username|upn|unique_name|login)$/i;

/** The texts by which a token names its user; none where nothing can be read of it. */
export function userNamesIn(token: string): readonly string[] {
  const claims = jwtSegment(token, 1) ?? {};
  return Object.entries(claims).flatMap(([name, value]) =>
    ofUser.test(name) && typeof value === "string" ? [value] : [],
  );
}

/** A numeric claim of a token, or undefined. */
export function claimOf(token: string, name: "exp" | "iat"): number | undefined {
  const value = jwtSegment(token, 1)?.[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** How long a token lives by its own claims, in milliseconds; infinite where they do not say, or say nothing sensible. */
export function lifetimeMsOf(token: string): number {
  const [issued, expires] = [claimOf(token, "iat"), claimOf(token, "exp")];
  const lifetimeMs = expires === undefined || issued === undefined ? Infinity : (expires - issued) * 1000;
  return lifetimeMs > 0 ? lifetimeMs : Infinity;
}

/**
 * The text with every token replaced by one of the same shape that opens nothing: header and numeric claims stay, so
 * that a saved history can still be judged on format and lifetime; the signature goes, and of other claims no more is left than
 * whether two of the same run are equal.
 */
export function jwtsMasked(text: string, redact: (text: string) => string): string {
  if (!text.includes("eyJ")) return text;
  const encrypted = text.replace(encryptedJwt, (token) => {
    const header = jwtSegment(token, 0);
    return header ? `${shownHeader(header, redact)}..${masked}.${masked}.${masked}` : token;
  });
  return encrypted.replace(cutJwt, "$1cut").replace(jwt, (token) => {
    const header = jwtSegment(token, 0);
    const payload = jwtSegment(token, 1);
    if (!header) return token;
    const shown = payload ? encodeSegment(withoutTexts(payload)) : "e30";
    return `${shownHeader(header, redact)}.${shown}.${masked}`;
  });
}

/** What stands for a segment that is not shown. */
const masked = Buffer.from("redacted").toString("base64url");

const shownHeader = (header: JsonObject, redact: (text: string) => string): string =>
  encodeSegment(withCleanTexts(header, redact));

/** The texts of a header, such as its algorithm; what it nests is not needed. */
function withCleanTexts(header: JsonObject, redact: (text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(header)
      .filter(([, value]) => typeof value !== "object")
      .map(([name, value]) => [redact(name), typeof value === "string" ? redact(value) : value]),
  );
}

function withoutTexts(payload: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, typeof value === "number" ? value : maskOf(value)]),
  );
}

/** Known to this process alone, so that nothing can be learnt from a mask by trying. */
const ownKey = randomBytes(16);

/** The same for the same value. */
const maskOf = (value: Json): string =>
  `redacted-${createHmac("sha256", ownKey).update(JSON.stringify(value)).digest("hex").slice(0, 8)}`;
