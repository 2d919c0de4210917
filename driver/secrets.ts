/** The credentials of an environment: used to log in, found wherever they turn up, never written anywhere. */
import type { Actor } from "../spec/vocabulary/script.ts";
import { formsOf } from "./secret-forms.ts";
import { jwtsMasked } from "./tokens/jwt.ts";

export interface Credentials {
  readonly email?: string;
  readonly password?: string;
  readonly privateKey?: string;
  readonly token?: string;
}

/** What of the credentials a response must not repeat (ROBUST-05). */
export type EchoKind = "password" | "privateKey" | "token";

export const redacted = "«redacted»";

/** Texts shorter than this would be found everywhere; they are not redacted. */
const minimumSecretLength = 3;
/** Tokens come and go in a long run; the oldest are forgotten, and are still caught by their JWT shape. */
const maxTokens = 64;

export class Secrets {
  readonly #accounts: Readonly<Record<Actor, Credentials>>;
  /** Forms of the configured credentials, longest first, so that no short form spoils a longer one. */
  readonly #fixed: readonly string[];
  readonly #tokens = new Map<string, readonly string[]>();
  readonly #echoes: { readonly kind: EchoKind; readonly bytes: Buffer }[] = [];

  /** @param others further texts that must not leave, such as the password of a proxy. */
  constructor(first: Credentials = {}, second: Credentials = {}, others: readonly string[] = []) {
    this.#accounts = { first, second };
    const texts = [first, second].flatMap(({ email, password, privateKey }) => [email, password, privateKey]);
    const secrets = [...texts, ...others].filter((text) => text !== undefined && text.length >= minimumSecretLength);
    this.#fixed = [...new Set(secrets.flatMap((secret) => formsOf(secret as string)))].sort(
      (left, right) => right.length - left.length,
    );
    for (const { password, privateKey, token } of [first, second]) {
      this.#listen("password", password);
      this.#listen("privateKey", privateKey);
      if (token !== undefined) this.addToken(token);
    }
  }

  /** What an actor logs in with. */
  accountOf(actor: Actor): Credentials {
    return this.#accounts[actor];
  }

  /** Makes known a token that a login brought or a step sends, so that it is redacted too. */
  addToken(token: string): void {
    if (token.length < 8 || this.#tokens.has(token)) return;
    this.#tokens.set(token, formsOf(token));
    const oldest = this.#tokens.keys().next().value;
    if (this.#tokens.size > maxTokens && oldest !== undefined) this.#tokens.delete(oldest);
  }

  /** The text with every secret, in every encoding it could take, replaced. Works on JSON texts as on plain ones. */
  redact(text: string): string {
    // Tokens first: a credential found inside one would leave the rest of it unrecognisable.
    let clean = jwtsMasked(text, (inside) => this.#withoutFixed(inside));
    for (const form of this.#fixed) {
      if (clean.includes(form)) clean = clean.replaceAll(form, redacted);
    }
    for (const forms of this.#tokens.values()) {
      for (const form of forms) {
        if (clean.includes(form)) clean = clean.replaceAll(form, redacted);
      }
    }
    return clean;
  }

  /** Which credential stands in these bytes, if one does; `token` is looked for when the sent one is given. */
  echoIn(bytes: Buffer, token: string | undefined): EchoKind | undefined {
    const found = this.#echoes.find((echo) => bytes.includes(echo.bytes));
    if (found) return found.kind;
    return token !== undefined && token.length >= 8 && bytes.includes(token) ? "token" : undefined;
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

  #listen(kind: EchoKind, secret: string | undefined): void {
    if (secret === undefined || secret.length < 6) return;
    for (const form of formsOf(secret)) this.#echoes.push({ kind, bytes: Buffer.from(form) });
  }

  #withoutFixed(text: string): string {
    return this.#fixed.reduce((clean, form) => clean.replaceAll(form, redacted), text);
  }
}
