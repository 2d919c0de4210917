import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { JWTPayload } from "jose";
import { unauthorized } from "../core/refusal.ts";
import type { Database } from "../storage/database.ts";

const ALGORITHM = "ES256";
const ISSUER = "trace-reference";
/** Verified tokens that are remembered; checking a signature costs more than all the rest of a read. */
const REMEMBERED = 1000;

/**
 * Signs and checks bearer tokens. The keys live in the database, so that processes which share it accept each other's
 * tokens; the newest key signs, older ones still verify what they signed.
 */
export class TokenService {
  readonly #keys = new Map<string, { sign: KeyObject; verify: KeyObject }>();
  readonly #verified = new Map<string, { subject: string; expiresAtMs: number }>();
  readonly #database: Database;
  readonly #schema: string;
  readonly #lifetimeS: number;
  #signingKeyId = "";

  constructor(database: Database, schema: string, lifetimeS: number) {
    this.#database = database;
    this.#schema = schema;
    this.#lifetimeS = lifetimeS;
  }

  /** Loads the keys; makes the first one. */
  async start(): Promise<void> {
    await this.#load();
    if (this.#signingKeyId === "") await this.rotate();
  }

  /** Makes a new signing key. Tokens signed by the earlier ones stay valid until they expire. */
  async rotate(): Promise<void> {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await this.#database.query(
      `INSERT INTO ${this.#schema}.signing_keys (key_id, private_key, created_at) VALUES ($1, $2, clock_timestamp())`,
      [randomUUID(), privateKey.export({ type: "pkcs8", format: "pem" }).toString()],
    );
    await this.#load();
  }

  /** A token for a user; `lifetimeS` in seconds. */
  async issue(subject: string, claims: JWTPayload = {}, lifetimeS: number = this.#lifetimeS): Promise<string> {
    const key = this.#keys.get(this.#signingKeyId);
    if (key === undefined) throw new Error("the token service was not started");
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: this.#signingKeyId, typ: "JWT" })
      .setIssuer(ISSUER)
      .setSubject(subject)
      .setIssuedAt(now)
      .setJti(randomUUID())
      .setExpirationTime(now + lifetimeS)
      .sign(key.sign);
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
      const expired = error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED";
      throw unauthorized(expired ? "the bearer token has expired" : "the bearer token is not valid");
    }
    if (payload.sub === undefined || payload.exp === undefined) throw unauthorized("the bearer token names no user");
    if (this.#verified.size >= REMEMBERED) this.#verified.clear();
    this.#verified.set(token, { subject: payload.sub, expiresAtMs: payload.exp * 1000 });
    return payload.sub;
  }

  async #verificationKey(keyId: string | undefined): Promise<KeyObject> {
    // A key that another process made a moment ago.
    if (keyId !== undefined && !this.#keys.has(keyId)) await this.#load();
    const key = this.#keys.get(keyId ?? "");
    if (key === undefined) throw unauthorized("the bearer token was signed by an unknown key");
    return key.verify;
  }

  async #load(): Promise<void> {
    const rows = await this.#database.query(
      `SELECT key_id, private_key FROM ${this.#schema}.signing_keys ORDER BY created_at`,
    );
    for (const row of rows) {
      const keyId = String(row["key_id"]);
      if (!this.#keys.has(keyId)) {
        const sign = createPrivateKey(String(row["private_key"]));
        this.#keys.set(keyId, { sign, verify: createPublicKey(sign) });
      }
      this.#signingKeyId = keyId;
    }
  }
}
