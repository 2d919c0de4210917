import type { Database } from "./database.ts";

/** A key as it is kept. */
export interface KeptKey {
  readonly keyId: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/** When a key is replaced, and when it is dropped; both in seconds. */
export interface KeyAges {
  /** Older than this, the newest key is replaced. */
  readonly replacedAfterS: number;
  /** A replaced key is dropped so long after the next one was made. */
  readonly droppedAfterS: number;
}

/** Keys that sign tokens, kept where all processes of a service find them. */
export interface KeyStore {
  /** Adds a key where the newest one is too old, and drops those that nothing needs any more. Of several processes, one does. */
  renew(ages: KeyAges, make: () => KeptKey): Promise<void>;
  /** The oldest comes first. */
  keys(): Promise<readonly KeptKey[]>;
}

const ADVISORY_LOCK = 7261636502;

/** Keys in one schema of a database. */
export class DatabaseKeyStore implements KeyStore {
  readonly #database: Database;
  readonly #schema: string;

  constructor(database: Database, schema: string) {
    this.#database = database;
    this.#schema = schema;
  }

  async renew({ replacedAfterS, droppedAfterS }: KeyAges, make: () => KeptKey): Promise<void> {
    await this.#database.transaction(async (session) => {
      await session.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
      const current = await session.query(
        `SELECT 1 FROM ${this.#schema}.signing_keys WHERE created_at > clock_timestamp() - make_interval(secs => $1)`,
        [replacedAfterS],
      );
      if (current.length > 0) return;
      const { keyId, privateKey } = make();
      await session.query(
        `INSERT INTO ${this.#schema}.signing_keys (key_id, private_key, created_at) VALUES ($1, $2, clock_timestamp())`,
        [keyId, privateKey],
      );
      // A key is replaced when the next one is made.
      await session.query(
        `DELETE FROM ${this.#schema}.signing_keys k WHERE EXISTS (
           SELECT 1 FROM ${this.#schema}.signing_keys next WHERE next.created_at > k.created_at
              AND next.created_at < clock_timestamp() - make_interval(secs => $1))`,
        [droppedAfterS],
      );
    });
  }

  async keys(): Promise<readonly KeptKey[]> {
    const rows = await this.#database.query(
      `SELECT key_id, private_key FROM ${this.#schema}.signing_keys ORDER BY created_at`,
    );
    return rows.map((row) => ({ keyId: String(row["key_id"]), privateKey: String(row["private_key"]) }));
  }
}

/** Keys in the memory of this process. */
export class MemoryKeyStore implements KeyStore {
  #keys: (KeptKey & { readonly madeAtMs: number })[] = [];

  renew({ replacedAfterS, droppedAfterS }: KeyAges, make: () => KeptKey): Promise<void> {
    const nowMs = Date.now();
    const newest = this.#keys.at(-1);
    if (newest && newest.madeAtMs > nowMs - replacedAfterS * 1_000) return Promise.resolve();
    const keys = [...this.#keys, { ...make(), madeAtMs: nowMs }];
    const isNeeded = (next: { readonly madeAtMs: number } | undefined): boolean =>
      next === undefined || next.madeAtMs >= nowMs - droppedAfterS * 1_000;
    this.#keys = keys.filter((_, at) => isNeeded(keys[at + 1]));
    return Promise.resolve();
  }

  keys(): Promise<readonly KeptKey[]> {
    return Promise.resolve(this.#keys);
  }
}
