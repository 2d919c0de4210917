/** Headers and members of addresses that carry secrets by their name, whatever their value looks like. */
import { safelyDecoded } from "../../spec/safely-decoded.ts";

const mark = "«redacted»";

/** What a challenge says is no secret: it tells how to log in. */
const harmlessHeaders = new Set(["www-authenticate", "proxy-authenticate", "access-control-allow-credentials"]);
const secretHeader =
  /cookie|token|secret|passw(or)?d|credential|session|signature|jwt|csrf|xsrf|api-?key|private-?key|(^|-)auth(entication|orization)?(-|$)|(^|-)(key|sig|sid)$/;

/** True for `authorization`, `set-cookie`, `x-api-key` and the like; in any case. */
export function isSecretHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return secretHeader.test(lower) && !harmlessHeaders.has(lower) && !lower.startsWith("access-control-");
}

const secretMember =
  /token|secret|passw(or)?d|passphrase|credential|session|signature|jwt|api[-_.]?key|private[-_.]?key|access[-_.]?key|^(code|sig|sid|key|pwd|pass|auth|authorization|state|nonce|ticket|assertion|otp|pin)$/i;

/** True for the name of a query member such as `access_token`, `sig` or `X-Amz-Credential`; percent-encoded or not. */
export function isSecretMember(name: string): boolean {
  return secretMember.test(safelyDecoded(name));
}

/** The values of headers that carry secrets are dropped; in all others those of members of addresses. */
export function withoutSecretHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? mark : withoutSecretMembers(value)]),
  );
}

const member = /([?&;#])([^\s?&;#=,"'<>]{1,100})=([^\s&;#"'<>]*)/g;
const userInfo = /([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"'<>]{1,300}@/gi;

/** A path, an address or a text with addresses, in which the values of members that carry secrets are dropped. */
export function withoutSecretMembers(text: string): string {
  const plain = text.includes("=")
    ? text.replace(member, (whole, sign: string, name: string) =>
        isSecretMember(name) ? `${sign}${name}=${encodeURIComponent(mark)}` : whole,
      )
    : text;
  return plain.includes("://") ? plain.replace(userInfo, `$1${mark}@`) : plain;
}

/** The values that `withoutSecretHeaders` and `withoutSecretMembers` would drop, to be looked for elsewhere too. */
export function secretValuesIn(headers: Readonly<Record<string, string>>, search: URLSearchParams): readonly string[] {
  const fromHeaders = Object.entries(headers)
    .filter(([name]) => isSecretHeader(name))
    .flatMap(([name, value]) => (/cookie/i.test(name) ? cookieValues(value) : [value.replace(/^\S+\s+(?=\S+$)/, "")]));
  const fromSearch = [...search].filter(([name]) => isSecretMember(name)).map(([, value]) => value);
  return [...fromHeaders, ...fromSearch].filter((value) => !value.includes(mark));
}

/** Attributes such as `path=/` and `max-age=3600` are too short or too common to be taken for secrets. */
function cookieValues(header: string): readonly string[] {
  const attributes = /^(path|domain|expires|max-age|samesite|priority)$/i;
  return header.split(/[;,]\s*/).flatMap((pair) => {
    const [, name = "", value = ""] = /^([^=]{1,200})=(.*)$/s.exec(pair) ?? [];
    return attributes.test(name.trim()) ? [] : [value.trim().replace(/^"(.*)"$/s, "$1")];
  });
}
