/**
 * Scripts hold no secrets. Where a login step must send something derived from one, `replace` holds a reference such as
 * `$first.password~swap-case`, which the driver resolves. Sent as it stands it is simply a wrong credential.
 */
import { createPublicKey } from "node:crypto";
import type { Actor } from "../vocabulary/script.ts";

const credentialFields = ["email", "password", "privateKey"] as const;
type CredentialField = (typeof credentialFields)[number];

/** How the secret is changed; each gives another text than the secret. */
export const credentialChanges = [
  "swap-case",
  "suffix",
  "nul",
  "cut",
  "space",
  "altered",
  "altered-end",
  "half",
  "domain",
  "other-case",
  "public",
] as const;
type CredentialChange = (typeof credentialChanges)[number];

interface CredentialReference {
  readonly actor: Actor;
  readonly field: CredentialField;
  readonly change?: CredentialChange;
}

/** The reference as text: `$first.password~suffix`. */
export function credentialReference(actor: Actor, field: CredentialField, change?: CredentialChange): string {
  return `$${actor}.${field}${change ? `~${change}` : ""}`;
}

const referencePattern = new RegExp(
  `^\\$(first|second)\\.(${credentialFields.join("|")})(?:~(${credentialChanges.join("|")}))?$`,
);

/** The reference that a text is, or undefined for any other text. */
export function parseCredentialReference(text: string): CredentialReference | undefined {
  const match = referencePattern.exec(text);
  if (!match) return undefined;
  const [, actor, field, change] = match;
  return {
    actor: actor as Actor,
    field: field as CredentialField,
    ...(change ? { change: change as CredentialChange } : {}),
  };
}

/** The secret after a change; never the secret itself. */
export function changedCredential(secret: string, change: CredentialChange): string {
  const swapped = [...secret].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join("");
  const changed = {
    "swap-case": swapped,
    suffix: `${secret}1`,
    // Where texts end at NUL, as in C, nothing but the secret is left of it.
    nul: `${secret}\u0000and more`,
    cut: secret.slice(0, -1),
    space: `${secret} `,
    altered: altered(secret),
    "altered-end": isOneWord(secret) ? alteredEnd(secret) : altered(secret),
    "other-case": isCaseSensitive(secret) ? swapped : altered(secret),
    public: publicOf(secret),
    half: secret.slice(0, secret.length >> 1),
    // The same name at another domain, one that no mail can ever reach (RFC 2606).
    domain: secret.replace(/@.*/s, "@elsewhere.example"),
  }[change];
  return changed === secret ? `${secret}x` : changed;
}

/** The public half of a private key, which everybody may know; of a text that is none, another text. */
function publicOf(secret: string): string {
  try {
    return createPublicKey(secret.replaceAll("\\n", "\n")).export({ type: "spki", format: "pem" }).toString();
  } catch {
    return altered(secret);
  }
}

/** Letters of both cases beyond those of hexadecimal digits: base64, say, where the case carries bits. */
function isCaseSensitive(secret: string): boolean {
  return /[g-z]/.test(secret) && /[G-Z]/.test(secret) && secret.length >= 20;
}

/** How much of the end of a key is changed: more than what a code could leave without meaning. */
const changedAtEnd = 6;

/**
 * A long text of one piece that holds no key of a known form: in those the end may be a comment, the public half or
 * padding, which nobody need compare.
 */
function isOneWord(secret: string): boolean {
  if (secret.length < 4 * changedAtEnd || !/^[\w.~+/=:-]+$/.test(secret)) return false;
  const bytes = Buffer.from(secret, "base64");
  // What DER and JSON begin with.
  return bytes[0] !== 0x30 && bytes[0] !== 0x7b;
}

function alteredEnd(secret: string): string {
  const end = secret.length - changedAtEnd;
  return secret.slice(0, end) + secret.slice(end).replace(/[A-Za-z0-9]/g, (c) => (/[0-4]/.test(c) ? "7" : "3"));
}

/** Another letter or digit in place of several in the middle, so that no lenient reading gives the same bytes. */
function altered(secret: string): string {
  const middle = secret.length >> 1;
  return [...secret]
    .map((c, index) => (Math.abs(index - middle) < 6 && /[A-Za-z0-9]/.test(c) ? (/[0-4]/.test(c) ? "7" : "3") : c))
    .join("");
}
