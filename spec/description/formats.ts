/** The two text formats that the interface names: UUID and JWT. */
import { jwtSegment } from "../jwt-segment.ts";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * True for the text form of RFC 9562 section 4, in either case and of any version. The `urn:uuid:` form is another
 * text and does not fit a path parameter, so it is none here (the `uuid` format of ajv-formats lets it through).
 */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

const base64urlPattern = /^[A-Za-z0-9_-]*$/;

/**
 * True for a JWT in compact form (RFC 7519 section 3): three segments (signed) or five (encrypted), each base64url
 * without padding, of which the first is the header, a JSON object. Only the header can be read without a key. Empty
 * later segments are allowed by the form: an unsecured token has no signature, direct encryption no key.
 */
export function isJwt(text: string): boolean {
  const segments = text.split(".");
  if (segments.length !== 3 && segments.length !== 5) return false;
  if (!segments.every((segment) => base64urlPattern.test(segment))) return false;
  return jwtSegment(text, 0) !== undefined;
}
