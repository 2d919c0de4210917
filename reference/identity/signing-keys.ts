import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Database } from "../storage/database.ts";

/** The key with which new tokens are signed. */
interface SigningKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

/** When keys change. */
interface KeyPolicy {
  /** How long a key signs before the next one takes its place, in seconds. */
  readonly rotationS: number;
  /** How long a replaced key still verifies, in seconds: as long as the longest token that it may have signed. */
  verifiesS(): number;
}

// Another process may go on signing with a replaced key for this long, and clocks differ a little.
const FRESH_MS = 10_000;
const SLACK_S = 60;
const ADVISORY_LOCK = 7261636502;

/**
 * The keys of bearer tokens, in the database, so that processes which share it accept each other's tokens. The newest
 * signs; a replaced one verifies until the last token that it signed has expired, and is then deleted.
 */
export class SigningKeys {
  readonly #keys = new Map<string, { privateKey: KeyObject; publicKey: KeyObject }>();
  readonly #database: Database;
  readonly #schema: string;
  readonly #policy: KeyPolicy;
  #newest: SigningKey | undefined;
  #loadedAtMs = 0;

  constructor(database: Database, schema: string, policy: KeyPolicy) {
    this.#database = database;
    this.#schema = schema;
    this.#policy = policy;
  }

  /** The key that signs now; makes a new one when the last is due. Of several processes, one makes it. */
  async signing(): Promise<SigningKey> {
    if (
      this.#newest === undefined ||
      Date.now() - this.#loadedAtMs > Math.min(FRESH_MS, this.#policy.rotationS * 100)
    ) {
      await this.#rotateWhenDue();
      await this.#load();
    }
    if (this.#newest === undefined) throw new Error("the database holds no signing key");
    return this.#newest;
  }

  /** The public half of a key, or undefined for one that never was, or verifies no longer. */
  async verifying(keyId: string): Promise<KeyObject | undefined> {
    // Perhaps one that another process made a moment ago.
    if (!this.#keys.has(keyId)) await this.#load();
    return this.#keys.get(keyId)?.publicKey;
  }

  async #rotateWhenDue(): Promise<void> {
    const { rotationS } = this.#policy;
    await this.#database.transaction(async (session) => {
      await session.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
      const current = await session.query(
        `SELECT 1 FROM ${this.#schema}.signing_keys WHERE created_at > clock_timestamp() - make_interval(secs => $1)`,
        [rotationS],
      );
      if (current.length > 0) return;
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      await session.query(
        `INSERT INTO ${this.#schema}.signing_keys (key_id, private_key, created_at) VALUES ($1, $2, clock_timestamp())`,
        [randomUUID(), privateKey.export({ type: "pkcs8", format: "pem" }).toString()],
      );
      // A key is replaced when the next one is made.
      await session.query(
        `DELETE FROM ${this.#schema}.signing_keys k WHERE EXISTS (
           SELECT 1 FROM ${this.#schema}.signing_keys next WHERE next.created_at > k.created_at
              AND next.created_at < clock_timestamp() - make_interval(secs => $1))`,
        [this.#policy.verifiesS() + SLACK_S],
      );
    });
  }

  async #load(): Promise<void> {
    const rows = await this.#database.query(
      `SELECT key_id, private_key FROM ${this.#schema}.signing_keys ORDER BY created_at`,
    );
    const known = new Set(rows.map((row) => String(row["key_id"])));
    for (const keyId of this.#keys.keys()) if (!known.has(keyId)) this.#keys.delete(keyId);
    for (const row of rows) {
      const keyId = String(row["key_id"]);
      const privateKey = this.#keys.get(keyId)?.privateKey ?? createPrivateKey(String(row["private_key"]));
      if (!this.#keys.has(keyId)) this.#keys.set(keyId, { privateKey, publicKey: createPublicKey(privateKey) });
      this.#newest = { keyId, privateKey };
    }
    this.#loadedAtMs = Date.now();
  }
}
