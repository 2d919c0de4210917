import { randomUUID } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import type { JWTPayload } from "jose";
import { Refusal, unauthorized } from "../core/refusal.ts";
import type { SigningKeys } from "./signing-keys.ts";

const ALGORITHM = "ES256";
const ISSUER = "trace-reference";
/** Verified tokens that are remembered; checking a signature costs more than all the rest of a read. */
const REMEMBERED = 1000;

/** Signs and checks bearer tokens. */
export class TokenService {
  readonly #verified = new Map<string, { subject: string; expiresAtMs: number }>();
  readonly #keys: SigningKeys;
  readonly #lifetimeS: number;

  constructor(keys: SigningKeys, lifetimeS: number) {
    this.#keys = keys;
    this.#lifetimeS = lifetimeS;
  }

  /** A token for a user; `lifetimeS` in seconds. */
  async issue(subject: string, claims: JWTPayload = {}, lifetimeS: number = this.#lifetimeS): Promise<string> {
    const { keyId, privateKey } = await this.#keys.signing();
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: keyId, typ: "JWT" })
      .setIssuer(ISSUER)
      .setSubject(subject)
      .setIssuedAt(now)
      .setJti(randomUUID())
      .setExpirationTime(now + lifetimeS)
      .sign(privateKey);
  }

  /**
   * The user for whom a token was issued.
   * @throws Refusal (401) if the token is not one of ours, was changed, or has expired
   */
  async verify(token: string): Promise<string> {
    const known = this.#verified.get(token);
    if (known !== undefined && known.expiresAtMs > Date.now()) return known.subject;
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, async ({ kid }) => this.#verificationKey(kid), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
      }));
    } catch (error) {
      // A database that does not answer says nothing about the token.
      if (!(error instanceof errors.JOSEError || error instanceof Refusal)) throw error;
      const expired = error instanceof errors.JWTExpired;
      throw unauthorized(expired ? "the bearer token has expired" : "the bearer token is not valid");
    }
    if (payload.sub === undefined || payload.exp === undefined) throw unauthorized("the bearer token names no user");
    if (this.#verified.size >= REMEMBERED) this.#verified.clear();
    this.#verified.set(token, { subject: payload.sub, expiresAtMs: payload.exp * 1000 });
    return payload.sub;
  }

  async #verificationKey(keyId: string | undefined): Promise<KeyObject> {
    const key = keyId === undefined ? undefined : await this.#keys.verifying(keyId);
    if (key === undefined) throw unauthorized("the bearer token was signed by an unknown key");
    return key;
  }
}
