/** The credentials of an environment: used to log in, found wherever they turn up, never written anywhere. */
import { hash } from "node:crypto";
import { isOwnWord } from "../../spec/own-words.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import { accountKey } from "../../spec/vocabulary/setting-name.ts";
import { CleanTexts } from "./clean-texts.ts";
import { FormIndex, type SecretForm } from "./form-index.ts";
import { formsOf, soughtForms } from "./forms.ts";
import { jwtsMasked } from "../jwt.ts";
import { SecretScan } from "./scan.ts";

export interface Credentials {
  readonly email?: string;
  readonly password?: string;
  readonly privateKey?: string;
  readonly token?: string;
}

/** A further text that must not leave, such as the password of a proxy. */
export interface OtherSecret {
  readonly text: string;
  /** Where it stands in an environment of the configuration. Absent: nobody can choose another. */
  readonly key?: string;
}

/** What of the credentials a response must not repeat (ROBUST-05). */
export type EchoKind = "password" | "privateKey" | "token";

export const redacted = "«redacted»";

/** Texts shorter than this would be found everywhere; they are not redacted. */
const minimumSecretLength = 3;
/** Of a longer token, its end tells as much; a text that repeats itself would be compared with all of it at every place. */
const maxSought = 1_024;
/** Tokens come and go in a long run; the oldest are forgotten, and are still caught by their JWT shape. */
const maxTokens = 1_000;

/** No shorter text can hold a secret in a form that the replacing of forms does not know. */
const shortestHolder = 6;

/** To remember longer ones, their digests would be needed, which take as long as looking through them. */
const mostRemembered = 200;

export const withheldMark = "«withheld";

/** What is told in place of a text that holds a secret and cannot be taken apart. */
export function withheldText(text: string | Uint8Array): string {
  const bytes = Buffer.from(text);
  return `${withheldMark}: it holds a secret; ${String(bytes.length)} bytes, sha256 ${hash("sha256", bytes)}»`;
}

/** True for what begins like an object, a list or a text of JSON. */
function isDocument(bytes: Uint8Array): boolean {
  const first = bytes.find((octet) => octet > 0x20);
  return first === 0x7b || first === 0x5b || first === 0x22;
}

/** The beginning of a secret, no more than half of it, says too little where it is shorter. */
const leastBeginning = 12;

export class Secrets {
  readonly #accounts: ReadonlyMap<Account, Credentials>;
  readonly #others: readonly OtherSecret[];
  /** The longest first. */
  readonly #words: readonly string[];
  /** Forms of the configured credentials. */
  readonly #fixed = new FormIndex();
  /** Those, and the forms of tokens. */
  readonly #all = new FormIndex();
  readonly #tokens = new Map<string, readonly SecretForm[]>();
  /** Passwords and keys however they are written, and those with tokens; an email is no secret of that rank. */
  readonly #credentialScan = new SecretScan();
  readonly #scan = new SecretScan();
  #clean = new CleanTexts();
  /** Short texts in which no form stands: scripts, requests and answers are full of the same ones. */
  #withoutForms = new CleanTexts();
  readonly #heard = new Set<string>();
  readonly #echoes: { readonly kind: EchoKind; readonly bytes: Buffer; readonly isScanned: boolean }[] = [];

  /**
   * @param users those beside the first and the second, in the order of the configuration.
   * @param words that are shown everywhere, such as group labels: a secret may begin with one, and is more than it.
   */
  constructor(
    first: Credentials = {},
    second: Credentials = {},
    others: readonly OtherSecret[] = [],
    users: readonly Credentials[] = [],
    words: readonly string[] = [],
  ) {
    this.#words = words.toSorted((left, right) => right.length - left.length);
    this.#accounts = new Map<Account, Credentials>([
      ["first", first],
      ["second", second],
      ...users.map((user, index): [Account, Credentials] => [`user-${index}`, user]),
    ]);
    const everybody = [...this.#accounts.values()];
    // A token that was given is never forgotten, unlike those that logins bring.
    const texts = everybody.flatMap((account) => Object.values(account) as (string | undefined)[]);
    const secrets = [...texts, ...others.map(({ text }) => text)].filter(
      (text) => text !== undefined && text.length >= minimumSecretLength && !isOwnWord(text),
    );
    const forms = secrets.flatMap((secret) => soughtForms(secret as string, this.#wordOf(secret as string)));
    this.#fixed.add(forms);
    this.#all.add(forms);
    for (const { password, privateKey, token } of everybody) {
      this.#listen("password", password);
      this.#listen("privateKey", privateKey);
      if (token !== undefined) {
        this.#scan.add(token, "token");
        this.addToken(token);
      }
    }
    for (const { text } of others) if (!isOwnWord(text)) this.#scanFor(text);
    this.#others = others;
  }

  /**
   * The settings that are words of the suite's own texts, by their keys in an environment of the configuration: they are
   * not hidden there, nor looked for in answers.
   */
  get plainWords(): readonly string[] {
    const kinds = ["password", "privateKey"] as const;
    const ofAccounts = [...this.#accounts].flatMap(([account, credentials]) =>
      kinds.filter((kind) => isOwnWord(credentials[kind] ?? "")).map((kind) => `${accountKey(account)}.${kind}`),
    );
    const ofOthers = this.#others.flatMap(({ key, text }) => (key !== undefined && isOwnWord(text) ? [key] : []));
    return [...new Set([...ofAccounts, ...ofOthers])];
  }

  /** What an account logs in with. */
  accountOf(account: Account): Credentials {
    return this.#accounts.get(account) ?? {};
  }

  /** The accounts that log in with one of these emails, in whatever case. */
  accountsCalled(emails: readonly string[]): readonly Account[] {
    const wanted = new Set(emails.map((email) => email.toLowerCase()));
    return [...this.#accounts].flatMap(([account, { email }]) =>
      email !== undefined && wanted.has(email.toLowerCase()) ? [account] : [],
    );
  }

  /** Makes known a token that a login brought or a step sends, so that it is redacted too. */
  addToken(token: string): void {
    if (token.length < 8 || this.#tokens.has(token)) return;
    const forms = soughtForms(token);
    this.#tokens.set(token, forms);
    this.#clean = new CleanTexts();
    this.#withoutForms = new CleanTexts();
    this.#all.add(forms);
    this.#scan.add(token, "token");
    const [oldest] = this.#tokens;
    if (this.#tokens.size <= maxTokens || !oldest) return;
    this.#tokens.delete(oldest[0]);
    this.#all.remove(oldest[1]);
    this.#scan.remove(oldest[0], "token");
  }

  /**
   * The text with every secret replaced that stands there in a usual encoding. Where it holds one in another, or under
   * several, nothing of it is left but its size. For values: a serialised document is left to `redactDocument`.
   */
  redact(text: string): string {
    if (this.#clean.has(text)) return text;
    const clean = this.redactForms(text);
    const isHeld = clean.length >= shortestHolder && this.holds(Buffer.from(clean));
    if (!isHeld && clean === text) this.#clean.add(text);
    return isHeld ? withheldText(text) : clean;
  }

  /** As `redact`, for a body of which `holds` has told that nothing else is in it. */
  redactForms(text: string): string {
    const isShort = text.length <= mostRemembered;
    if (isShort && this.#withoutForms.has(text)) return text;
    // Tokens first: a credential found inside one would leave the rest of it unrecognisable.
    const clean = this.#all.replaceAll(
      jwtsMasked(text, (inside) => this.#fixed.replaceAll(inside, redacted)),
      redacted,
    );
    if (isShort && clean === text) this.#withoutForms.add(text);
    return clean;
  }

  /**
   * True where a password, a private key or a token stands in the bytes, however it is written.
   * @param mayBringToken the answer of a login: its token is what was asked for
   */
  holds(bytes: Uint8Array, mayBringToken = false): boolean {
    const scan = mayBringToken ? this.#credentialScan : this.#scan;
    return isDocument(bytes) ? scan.findsInDocument(bytes) : scan.finds(bytes);
  }

  /**
   * Which credential stands in these bytes, if one does; `token` is looked for when the sent one is given.
   * @param isClean true where `holds` found nothing in them, so that most forms need not be looked for again
   */
  echoIn(bytes: Buffer, token: string | undefined, isClean = false): EchoKind | undefined {
    const found = this.#echoes.find((echo) => !(isClean && echo.isScanned) && bytes.includes(echo.bytes));
    if (found) return found.kind;
    // The end of a token is its own: the signature, or chance.
    return token !== undefined && token.length >= 8 && bytes.includes(token.slice(-maxSought)) ? "token" : undefined;
  }

  /** Serialising a holder of secrets shows nothing of it. */
  toJSON(): string {
    return redacted;
  }

  toString(): string {
    return redacted;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return redacted;
  }

  /** Hides an email made from a right one as that is: where it stands, and not in other spellings. */
  addEmail(changed: string): void {
    if (this.#heard.has(changed)) return;
    this.#heard.add(changed);
    this.#withoutForms = new CleanTexts();
    this.#all.add(soughtForms(changed));
  }

  /** A wrong credential made from a right one: it is hidden as that is, and must be repeated as little. */
  addWrong(kind: EchoKind, changed: string): void {
    // The short half of a secret may be a word that stands everywhere, as in an email.
    if (changed.length < leastBeginning && this.#isHalf(changed)) return;
    // Of a short secret nothing may be left but one sign again and again, as in the digits of a third, and in counted texts.
    if (new Set(changed.match(/[\p{L}\p{N}]/gu) ?? changed).size === 1) return;
    this.addToken(changed);
    this.#listen(kind, changed);
  }

  #isHalf(text: string): boolean {
    const isOf = (secret = ""): boolean => secret.startsWith(text) && 2 * text.length <= secret.length;
    return [...this.#accounts.values()].some(({ password, privateKey }) => isOf(password) || isOf(privateKey));
  }

  #scanFor(secret: string): void {
    const word = this.#wordOf(secret);
    this.#credentialScan.add(secret, "credential", word);
    this.#scan.add(secret, "credential", word);
  }

  /** The longest of the words that a secret begins with, and is more than. */
  #wordOf(secret: string): string {
    const text = secret.toLowerCase();
    return this.#words.find((word) => word.length < text.length && text.startsWith(word.toLowerCase())) ?? "";
  }

  #listen(kind: EchoKind, secret: string | undefined): void {
    if (secret === undefined || secret.length < 6 || isOwnWord(secret) || this.#heard.has(secret)) return;
    this.#heard.add(secret);
    this.#scanFor(secret);
    for (const bytes of formsOf(secret).map((form) => Buffer.from(form)))
      this.#echoes.push({ kind, bytes, isScanned: this.#credentialScan.finds(bytes) });
  }
}
