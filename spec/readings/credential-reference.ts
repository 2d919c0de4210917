/**
 * Scripts hold no secrets. Where a login step must send something derived from one, `replace` holds a reference such as
 * `$first.password~swap-case`, which the driver resolves. Sent as it stands it is simply a wrong credential.
 */
import type { Actor } from "../vocabulary/script.ts";

export const credentialFields = ["email", "password", "privateKey"] as const;
export type CredentialField = (typeof credentialFields)[number];

/** How the secret is changed; each gives another text than the secret. */
export const credentialChanges = ["swap-case", "suffix", "cut", "space"] as const;
export type CredentialChange = (typeof credentialChanges)[number];

export interface CredentialReference {
  readonly actor: Actor;
  readonly field: CredentialField;
  readonly change?: CredentialChange;
}

/** The reference as text: `$first.password~suffix`. */
export function credentialReference(actor: Actor, field: CredentialField, change?: CredentialChange): string {
  return `$${actor}.${field}${change ? `~${change}` : ""}`;
}

/** The reference that a text is, or undefined for any other text. */
export function parseCredentialReference(text: string): CredentialReference | undefined {
  const match = /^\$(first|second)\.(email|password|privateKey)(?:~(swap-case|suffix|cut|space))?$/.exec(text);
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
  const changed = { "swap-case": swapped, suffix: `${secret}1`, cut: secret.slice(0, -1), space: `${secret} ` }[change];
  return changed === secret ? `${secret}x` : changed;
}
