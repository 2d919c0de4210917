/** The forms in which a secret may turn up in a text: the encodings that clients, services and log lines apply. */

import type { SecretForm } from "./form-index.ts";

/** A fragment of base64 shorter than this would be found by chance. */
const minimumBase64Fragment = 8;
/** A line of a multi-line secret shorter than this says nothing. */
const minimumLine = 16;

/** A beginning shorter than this is no secret. */
const minimumBeginning = 8;
/** Of the claims of a token, so much may remain. */
const claimsLeft = 12;

/**
 * Every form of one secret, as a redaction looks for them: cut ones too, where they still tell much of it.
 * @param word that it begins with, and that stands in many texts: alone it is no part of the secret
 */
export function soughtForms(secret: string, word = ""): SecretForm[] {
  const dot = secret.startsWith("eyJ") ? secret.indexOf(".") : -1;
  const share = dot < 0 ? 0.5 : Math.min(1, (dot + claimsLeft) / secret.length);
  return formsOf(secret).map((text) => {
    // A token as it stands is known by its shape, and shares its beginning with others that are no secret.
    const isToken = dot >= 0 && text.startsWith("eyJ");
    const beyondWord = word !== "" && text.toLowerCase().startsWith(word.toLowerCase()) ? word.length + 1 : 0;
    const least = isToken ? text.length : Math.max(minimumBeginning, Math.ceil(text.length * share), beyondWord);
    return { text, least: Math.min(text.length, least) };
  });
}

/** Every form of one secret, without repetitions. */
export function formsOf(secret: string): string[] {
  const forms = new Set(textForms(secret));
  for (const fragment of base64Fragments(secret)) forms.add(fragment);
  for (const line of secret.split(/\\n|\r?\n/)) {
    if (line.length >= minimumLine && line !== secret && !line.startsWith("-----")) {
      for (const form of textForms(line)) forms.add(form);
    }
  }
  return [...forms];
}

function textForms(secret: string): string[] {
  const json = escaped(secret);
  const percent = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  const hex = Buffer.from(secret).toString("hex");
  return [
    secret,
    json,
    hex,
    hex.toUpperCase(),
    // A text in a JSON body, which stands as a text in a line of a saved history, and was escaped before all that.
    escaped(json),
    escaped(escaped(json)),
    json.replaceAll("/", "\\/"),

    json.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
    form,
    secret.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`),
    secret.replace(/[&<>"']/g, (sign) => entities.get(sign) ?? sign),
  ];
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  }),
);

/**
 * The characters of a base64 text that depend on the secret alone, for each of the three positions that the secret can
 * have in the encoded bytes, in both alphabets.
 */
function base64Fragments(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const fragment = encoded.slice(start, end);
    if (fragment.length < minimumBase64Fragment) return [];
    return [
      fragment,
      fragment.replaceAll("+", "-").replaceAll("/", "_"),
      encodeURIComponent(fragment),
      fragment.replaceAll("/", "\\/"),
      escaped(fragment.replaceAll("/", "\\/")),
    ];
  });
}
